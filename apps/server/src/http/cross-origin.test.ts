import { describe, expect, test } from 'vitest'
import { isForeign } from './cross-origin.ts'

const from = (headers: Record<string, string>, hosts = ['gate.example'], serverAddress = '') =>
  isForeign({ headers, hosts }, serverAddress)

describe('a change is taken', () => {
  test.each([
    [
      'from a page of this site',
      { 'sec-fetch-site': 'same-origin', origin: 'https://gate.example' },
    ],
    ['from the address bar', { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate' }],
    ['from the code of a page', { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' }],
    ['from a client that is no browser', {}],
    ['from an older browser on this site', { origin: 'https://gate.example' }],
    ['whatever the case of the host', { origin: 'https://GATE.example' }],
  ])('%s', (_, headers) => {
    expect(from(headers as Record<string, string>)).toBe(false)
  })

  test('from the host that a trusted proxy names, with its usual port or without', () => {
    const origin = { origin: 'https://gate.example' }
    expect(from(origin, ['10.0.0.3:3000', 'gate.example:443'])).toBe(false)
    expect(from(origin, ['10.0.0.3:3000'])).toBe(true)
  })

  test('from the address that the operator set', () => {
    const origin = { origin: 'https://gate.example' }
    expect(from(origin, ['10.0.0.3:3000'], 'https://gate.example/')).toBe(false)
    expect(from(origin, ['10.0.0.3:3000'], 'not an address')).toBe(true)
  })
})

describe('a change is refused', () => {
  test.each([
    ['another site’s form', { 'sec-fetch-site': 'cross-site' }],
    ['a sub-domain', { 'sec-fetch-site': 'same-site' }],
    ['what the header cannot say', { 'sec-fetch-site': 'of course' }],
    [
      'a header of ours from elsewhere',
      { 'sec-fetch-site': 'cross-site', 'x-posthouse-origin': 'x' },
    ],
    ['a link in a page of ours', { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate' }],
    ['a foreign origin', { origin: 'https://evil.example' }],
    ['another port of this host', { origin: 'https://gate.example:8443' }],
    ['the null origin', { origin: 'null' }],
  ])('%s', (_, headers) => {
    expect(from(headers as Record<string, string>)).toBe(true)
  })
})
