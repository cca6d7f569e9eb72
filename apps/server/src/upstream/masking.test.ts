import { describe, expect, it } from 'vitest'
import { masked, safeName } from './masking.ts'

const secrets = {
  baseUrl: 'https://api.supplier.example/v1',
  values: ['very-secret-value', 'secret'],
}

it.each([
  'Incorrect API key provided: sk-abc***************wxyz1234.',
  'Connect to https://inside.example:8443/path?x=1 failed',
  'No route to 10.1.2.3:8080',
  'Account org-AbCdEf123456 is out of credit',
  'key very-secret-value at api.supplier.example',
  'Contact billing@supplier.example about 123456789012',
  'Trace 0190f3c2-7b1a-7c3d-9e8f-001122334455',
  'AIzaSyA1234567890abcdefghijklmnopqrstu is wrong',
  'Authorization: Bearer abcdef0123456789',
])('hides what %s names', (message) => {
  const text = masked(message, secrets)
  for (const canary of [
    'abc***',
    'inside.example',
    '10.1.2.3',
    'AbCdEf123456',
    'very-secret',
    'supplier.example',
    '123456789012',
    '0190f3c2',
    'AIzaSy',
    'abcdef0123456789',
  ]) {
    expect(text).not.toContain(canary)
  }
})

it.each([0, 1, 2, 3])('hides a secret in base64 after %i bytes', (before) => {
  for (const coding of ['base64', 'base64url'] as const) {
    const message = Buffer.from(`${'x'.repeat(before)}very-secret-value>>>`).toString(coding)
    const found = Buffer.from(masked(`said ${message}`, secrets).slice(5), coding).toString()
    expect(found).not.toContain('very-secret')
    expect(found).not.toContain('secret-value')
  }
})

it('hides a secret as an address has it', () => {
  const secret = 'sk/with+odd=signs'
  for (const escaped of [encodeURIComponent(secret), 'sk%2fwith%2bodd%3dsigns']) {
    const told = masked(`no ${escaped} here`, { values: [secret], baseUrl: '' })
    expect(told).toBe('no [masked] here')
  }
})

it('takes for a name only what is one', () => {
  for (const name of ['invalid_api_key', 'model_not_found', 'messages[0].content', 'rate-limit']) {
    expect(safeName(name, secrets)).toBe(name)
  }
  for (const name of ['very-secret-value', 'x.very-secret-value', 'two words', '', '<b>']) {
    expect(safeName(name, secrets)).toBeNull()
  }
})

it('leaves words alone', () => {
  const message = "This model's maximum context length is 128000 tokens. Reduce the length."
  expect(masked(message, secrets)).toBe(message)
})

const longName = 'accounts-fireworks-models-llama-v3p1-405b-instruct-long-hd'

it.each([
  `model '${longName}' does not exist`,
  `The model ${longName}.`,
  `No such model: ${longName}`,
  'The model `team-llama-70b` is away',
])('names the model: %s', (message) => {
  const names = [longName, 'team-llama-70b', 'llama']
  expect(masked(message, { ...secrets, names })).toBe(message)
})

it('masks a key that a name stands in', () => {
  const names = ['sk-proj', 'abc']
  for (const key of ['sk-proj-0123456789abcdefABCDEF', 'key.abc.0123456789-0123456789-012345']) {
    expect(masked(`wrong key ${key}`, { ...secrets, names })).not.toContain('0123456789')
  }
})

it('cuts a long message before it looks at it, and no key in two', () => {
  for (let length = 4_000; length < 4_110; length += 1) {
    const text = masked(
      `${'https://a.example '.repeat(length).slice(0, length)} sk-abcdefghijkl ${'x'.repeat(60_000)}`,
      secrets,
    )
    expect(text).not.toMatch(/abc|ijkl|xx/)
  }
})

describe('where a message is cut', () => {
  it('no character is cut in two', () => {
    const secrets = { baseUrl: 'https://own.example', values: [] }
    for (const before of [498, 499, 500]) {
      expect(
        masked(
          'é '.repeat(before / 2).padEnd(before, '.') + '🐎'.repeat(9),
          secrets,
        ).isWellFormed(),
      ).toBe(true)
    }
    for (const before of [4_094, 4_095, 4_096]) {
      expect(
        masked(`${'. '.repeat(before)}`.slice(0, before) + '🐎'.repeat(9), secrets).isWellFormed(),
      ).toBe(true)
    }
  })
})
