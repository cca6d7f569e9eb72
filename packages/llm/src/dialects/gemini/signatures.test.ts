import { expect, test } from 'vitest'
import { readThoughtSignature, unsignedCall, writeThoughtSignature } from './signatures.ts'

const base64 = /^[A-Za-z0-9+/]*={0,2}$/

test('a signature of the vendor goes as it came', () => {
  expect(writeThoughtSignature('gemini:CiQB+/=')).toBe('CiQB+/=')
  expect(readThoughtSignature('CiQB+/=')).toEqual({ signature: 'gemini:CiQB+/=', redacted: false })
  expect(writeThoughtSignature(null)).toBeNull()
  expect(writeThoughtSignature(undefined)).toBeNull()
})

test('a signature of another vendor is bytes for Google’s SDKs, and comes back', () => {
  for (const redacted of [false, true]) {
    const signature = 'anthropic-messages:Ep8C:é?>~'
    const written = writeThoughtSignature(signature, redacted) ?? ''
    expect(written).toMatch(base64)
    expect(readThoughtSignature(written)).toEqual({ signature, redacted })
    const urlSafe = written.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
    expect(readThoughtSignature(urlSafe)).toEqual({ signature, redacted })
  }
})

test('what only begins like ours is the vendor’s', () => {
  const text = Buffer.from('posthouse, of all words').toString('base64')
  expect(readThoughtSignature(text)).toEqual({ signature: `gemini:${text}`, redacted: false })
})

test('what stands in for a signature is none', () => {
  expect(readThoughtSignature(unsignedCall)).toBeNull()
})
