import { expect, it } from 'vitest'
import { isServiceAccount, keyPreview, keysIn } from './channel-keys.ts'

const account = {
  client_email: 'a@b.iam.gserviceaccount.com',
  project_id: 'b',
  private_key: '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n',
  private_key_id: '0123456789abcdef',
}
const pretty = JSON.stringify(account, null, 2)
const flat = JSON.stringify(account)

it.each([
  ['', []],
  [' sk-one \r\n\n sk-two', ['sk-one', 'sk-two']],
  [pretty, [flat]],
  [`${pretty}\n${flat}\n${pretty}`, [flat, flat, flat]],
  [`${pretty.replaceAll('\n', '\r\n')}\n`, [flat]],
  ['{ "open":', ['{ "open":']],
])('finds the keys in %j', (text, keys) => {
  expect(keysIn(text)).toEqual(keys)
})

it('gives up on an object that does not end', () => {
  const lines = ['{', ...Array.from({ length: 300 }, () => '"a": "}",')]
  expect(keysIn(lines.join('\n')).length).toBeGreaterThan(1)
})

it.each([
  [true, account],
  [false, { ...account, client_email: '' }],
  [false, { ...account, project_id: undefined }],
  [false, { ...account, private_key: 'AAAA' }],
  [false, { ...account, private_key: null }],
  [false, []],
])('is a service account: %s', (is, key) => {
  expect(isServiceAccount(JSON.stringify(key))).toBe(is)
})

it('tells keys apart by their ends', () => {
  expect([flat, 'sk-0123456789', 'short'].map(keyPreview)).toEqual(['…cdef', '…6789', '…'])
})
