import { expect, it } from 'vitest'
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
