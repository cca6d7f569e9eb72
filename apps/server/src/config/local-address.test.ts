import { expect, test } from 'vitest'
import { localAddress } from './local-address.ts'

test.each([
  ['0.0.0.0', 'http://localhost:4000'],
  ['::', 'http://localhost:4000'],
  ['127.0.0.1', 'http://localhost:4000'],
  ['gateway.example', 'http://gateway.example:4000'],
  ['10.0.0.7', 'http://10.0.0.7:4000'],
  ['fd00::7', 'http://[fd00::7]:4000'],
])('a server that listens on %s is at %s', (host, address) => {
  expect(localAddress(host, 4000)).toBe(address)
})
