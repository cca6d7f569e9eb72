import { expect, it } from 'vitest'
import { masked } from './masking.ts'

const secrets = { baseUrl: 'https://api.supplier.example/v1', keys: ['very-secret-value'] }

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

it('leaves words alone', () => {
  const message = "This model's maximum context length is 128000 tokens. Reduce the length."
  expect(masked(message, secrets)).toBe(message)
})
