import { expect, it } from 'vitest'
import { readBody } from './read-body.ts'

it('refuses more fields than any dialect has, also of one name', () => {
  const reading = (fields: readonly string[]) =>
    readBody('openai-completions', Buffer.from(`{"model":"m","prompt":"x",${fields.join(',')}}`))
  const same = (count: number) => reading(Array.from({ length: count }, () => '"user":"m"'))
  expect(same(900).ok).toBe(true)
  expect(same(1_100)).toMatchObject({ ok: false, refusal: { code: 'request.bad-json' } })
})

it('refuses more objects and lists than any conversation has, before it parses them', () => {
  const reading = (count: number, item: string) =>
    readBody(
      'openai-chat',
      Buffer.from(`{"model":"m","messages":[${Array(count).fill(item).join()}]}`),
    )
  expect(reading(99_998, '{}').ok).toBe(true)
  for (const [count, item] of [
    [99_999, '{}'],
    [99_999, '[]'],
    [50_000, '[{}]'],
    // It would not even parse.
    [8_000_000, '['],
  ] as const) {
    expect(reading(count, item)).toMatchObject({
      ok: false,
      refusal: { code: 'request.too-many-items', params: { limit: 100_000 } },
    })
  }
})
