import { expect, it } from 'vitest'
import { readBody } from './read-body.ts'

it('refuses more fields than any dialect has, also of one name', () => {
  const reading = (fields: readonly string[]) =>
    readBody('openai-completions', Buffer.from(`{"model":"m","prompt":"x",${fields.join(',')}}`))
  const same = (count: number) => reading(Array.from({ length: count }, () => '"user":"m"'))
  expect(same(900).ok).toBe(true)
  expect(same(1_100)).toMatchObject({ ok: false, refusal: { code: 'request.bad-json' } })
})
