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
