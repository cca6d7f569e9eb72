import { expect, test } from 'vitest'
import { movedSecrets, secretAddresses } from './secret-addresses.ts'
import { readSettings, specOf } from './settings.ts'
import { settingTable } from './setting-table.ts'

const keys = Object.keys(settingTable) as (keyof typeof settingTable)[]

test('every secret setting says which addresses it is sent to', () => {
  const secrets = keys.filter((key) => specOf(key).secret === true)
  expect(Object.keys(secretAddresses).toSorted()).toEqual(secrets.toSorted())
  const addresses = keys.filter((key) => /(?:Address|Issuer|WebhookUrl|SMTPServer)$/.test(key))
  const covered: readonly string[] = Object.values(secretAddresses).flat()
  // Where this site itself is.
  expect(addresses.filter((key) => !covered.includes(key))).toEqual(['ServerAddress'])
})

const stored = readSettings(
  new Map([
    ['SMTPServer', 'mail.example.com'],
    ['SMTPToken', 'secret'],
  ]),
)

test.each([
  ['another host', [{ key: 'SMTPServer', value: 'evil.example.com' }], ['SMTPToken']],
  ['another port', [{ key: 'SMTPPort', value: '26' }], ['SMTPToken']],
  ['the same host', [{ key: 'SMTPServer', value: 'mail.example.com' }], []],
  ['no host', [{ key: 'SMTPServer', value: '' }], []],
  [
    'an address whose secret is not stored',
    [{ key: 'OIDCIssuer', value: 'https://id.example' }],
    [],
  ],
  [
    'another host with the secret',
    [
      { key: 'SMTPServer', value: 'new.example.com' },
      { key: 'SMTPToken', value: 'again' },
    ],
    [],
  ],
])('%s', (_, changes, secrets) => {
  expect(movedSecrets(changes, stored).secrets).toEqual(secrets)
})
