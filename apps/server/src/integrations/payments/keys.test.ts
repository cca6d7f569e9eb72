import { generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { beijingStamp, beijingTime } from './beijing-time.ts'
import { privateKeyOf, publicKeyOf } from './keys.ts'

const pair = generateKeyPairSync('rsa', { modulusLength: 2_048 })
const other = generateKeyPairSync('ed25519')

test('what is no key of its kind is none', () => {
  const own = pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  const theirs = pair.publicKey.export({ type: 'pkcs1', format: 'pem' }).toString()
  expect(privateKeyOf(own)).not.toBeNull()
  expect(publicKeyOf(theirs)).not.toBeNull()
  expect(privateKeyOf(theirs)).toBeNull()
  expect(publicKeyOf(own)).toBeNull()
  expect(publicKeyOf(other.publicKey.export({ type: 'spki', format: 'pem' }).toString())).toBeNull()
  for (const text of ['', 'nonsense', 'file:///etc/passwd', '-----BEGIN CERTIFICATE-----']) {
    expect(privateKeyOf(text)).toBeNull()
    expect(publicKeyOf(text)).toBeNull()
  }
})

test('times are those of Beijing', () => {
  expect(beijingTime(Date.UTC(2026, 11, 31, 16))).toBe('2027-01-01 00:00:00')
  expect(beijingStamp(Date.UTC(2026, 5, 1, 4, 5, 6))).toBe('2026-06-01T12:05:06+08:00')
})
