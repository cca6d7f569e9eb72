import { describe, expect, test } from 'vitest'
import { readConfig } from '../config/config.ts'
import { addressAllowed, addressClass, clientAddress } from './client-address.ts'

const trusting = (list: string) => readConfig({ TRUSTED_PROXIES: list }).trustedProxies

describe('the client’s address', () => {
  test('a header from a peer that is not trusted is ignored', () => {
    expect(clientAddress('203.0.113.9', '1.2.3.4', [])).toBe('203.0.113.9')
    expect(clientAddress('203.0.113.9', '1.2.3.4', trusting('10.0.0.0/8'))).toBe('203.0.113.9')
  })

  test('behind a trusted proxy the last hop that is not one counts', () => {
    const trusted = trusting('10.0.0.0/8')
    expect(clientAddress('10.0.0.1', 'spoofed, 198.51.100.7, 10.0.0.2', trusted)).toBe(
      '198.51.100.7',
    )
    expect(clientAddress('::ffff:10.0.0.1', '198.51.100.7:5000', trusted)).toBe('198.51.100.7')
  })

  test('a hop that is no address stops the walk', () => {
    expect(clientAddress('10.0.0.1', '1.2.3.4, nonsense', trusting('10.0.0.0/8'))).toBe('10.0.0.1')
  })
})

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['fe80::1', 'fe80::/64'],
  ['', ''],
])('%s counts as %s', (address, counted) => {
  expect(addressClass(address)).toBe(counted)
})

describe('lists of addresses', () => {
  test.each([
    ['192.0.2.7', ['192.0.2.0/24'], true],
    ['192.0.3.7', ['192.0.2.0/24'], false],
    ['::ffff:192.0.2.7', ['192.0.2.7'], true],
    ['192.0.2.7', ['::ffff:192.0.2.0/120'], true],
    ['192.0.3.7', ['::ffff:192.0.2.0/120'], false],
    ['2001:db8::1', ['2001:DB8:0::1'], true],
    ['2001:db8::1', ['2001:db8::/32'], true],
    ['not an address', ['0.0.0.0/0', '::/0'], false],
    ['', [''], false],
    ['2001:db8::1', ['192.0.2.0/24', 'nonsense'], false],
  ])('%s in %j is %s', (address, list, expected) => {
    expect(addressAllowed(address, list)).toBe(expected)
  })
})
