import { describe, expect, test } from 'vitest'
import { errors, errorText } from './errors.ts'
import { Refusal } from './refusal.ts'

const names = (text: string): string[] =>
  [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '').toSorted()

describe('the table of refusals', () => {
  test.each(Object.entries(errors))('%s: texts and status make sense', (_, { status, zh, en }) => {
    expect(zh).toMatch(/[\u4e00-\u9fff]|^\{/)
    expect(en).not.toMatch(/[\u4e00-\u9fff]/)
    expect(en).not.toMatch(/successfully/i)
    expect([
      200, 400, 401, 402, 403, 404, 405, 408, 409, 410, 413, 415, 426, 429, 500, 502, 503, 504,
    ]).toContain(status)
  })

  test.each(Object.entries(errors))('%s: both languages tell the same figures', (_, { zh, en }) => {
    // The upstream's own words replace the whole English text.
    expect(names(zh)).toEqual(names(en))
  })

  test('an empty wallet is 402, never 429', () => {
    expect(errors['quota.insufficient'].status).toBe(402)
    expect(errors['key.exhausted'].status).toBe(402)
  })

  test('a refusal fills its parameters in, and says its status', () => {
    const refusal = new Refusal('request.rate', { seconds: 7 }, { status: 503 })
    expect(refusal.text('en')).toBe('Too many requests, try again in 7 seconds')
    expect(refusal.status).toBe(503)
    expect(errorText('model.unknown', { model: '{model}' }, 'en')).toContain('{model}')
  })
})
