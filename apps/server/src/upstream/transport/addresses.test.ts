import { describe, expect, test } from 'vitest'
import { checkLiteralAddress, checkProxyAddress } from './addresses.ts'

describe('metadata of a cloud', () => {
  test.each([
    '169.254.169.254',
    '[::ffff:a9fe:a9fe]',
    '[64:ff9b::a9fe:a9fe]',
    '[64:ff9b::6464:64c8]',
    '[2002:a9fe:a9fe::1]',
    '[2002:a83f:8110::]',
    '[::169.254.169.254]',
    '[::ffff:0:169.254.169.254]',
    '[64:ff9b:1::a9fe:a9fe]',
    '[64:ff9b:1:a9fe:a9:fe00::]',
    '[64:ff9b:1:2:a9:fea9:fe00:0]',
    '[2001:0:a9fe:a9fe::1]',
    '[2001:0:4136:e378:8000:63bf:5601:5601]',
    'metadata.google.internal',
    'METADATA.google.internal.',
  ])('is no supplier and no proxy, whatever the operator allows: %s', (host) => {
    const refused = { fault: 'address-refused' }
    expect(checkLiteralAddress(new URL(`http://${host}/v1`), true)).toMatchObject(refused)
    for (const scheme of ['http', 'https', 'socks5', 'socks5h']) {
      expect(checkProxyAddress(`${scheme}://user:pass@${host}:1080`)).toMatchObject(refused)
    }
  })

  test.each(['10.0.0.1', '[64:ff9b::a00:1]', '[2002:a00:1::1]', '[fd00::1]', 'example.com'])(
    'is not %s, which the operator may allow',
    (host) => {
      expect(checkLiteralAddress(new URL(`http://${host}/v1`), true)).toBeNull()
      expect(checkProxyAddress(`http://${host}:1080`)).toBeNull()
    },
  )
})

test.each([
  '[::]',
  '[::1]',
  '[::127.0.0.1]',
  '[::10.0.0.1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:0:127.0.0.1]',
  '[64:ff9b::127.0.0.1]',
  '[64:ff9b::8.8.8.8]',
  '[64:ff9b:1::127.0.0.1]',
  '[2002:7f00:1::]',
  '[2001:0:4136:e378:8000:63bf:80ff:fffe]',
  '[4000::1]',
  '[fe80::1]',
  '[fd00::1]',
  '[fec0::1]',
  '[ff02::1]',
  '127.0.0.1',
  '0.0.0.0',
  '10.0.0.1',
  '100.64.0.1',
])('what a customer wrote leads nowhere inside: %s', (host) => {
  expect(checkLiteralAddress(new URL(`http://${host}/`), false)).toMatchObject({
    fault: 'address-refused',
  })
})
