import type { BodyKind } from '@posthouse/llm/surfaces/body-shapes'
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

it('refuses more fields than any tools have, wherever they stand', () => {
  const reading = (count: number) => {
    const parameters = Array.from({ length: count }, (_, at) => `"${at}":0`).join()
    const tools = `[{"type":"function","function":{"name":"f","parameters":{${parameters}}}}]`
    return readBody(
      'openai-chat',
      Buffer.from(`{"model":"m","messages":[{"role":"user","content":"x"}],"tools":${tools}}`),
    )
  }
  expect(reading(199_991).ok).toBe(true)
  expect(reading(199_992)).toMatchObject({
    ok: false,
    refusal: { code: 'request.too-many-members', params: { limit: 200_000 } },
  })
})

it('refuses more entries than any model reads, but for vectors of many texts', () => {
  const reading = (kind: BodyKind, input: string) => {
    const numbers = '1,'.repeat(1_000_001).slice(0, -1)
    return readBody(kind, Buffer.from(`{"${input}":[${numbers}],"model":"m"}`))
  }
  expect(reading('openai-embeddings', 'input').ok).toBe(true)
  expect(reading('openai-completions', 'prompt')).toMatchObject({
    ok: false,
    refusal: { code: 'request.too-many-entries', params: { limit: 1_000_000 } },
  })
})

it.each(['openai-chat', 'anthropic-messages', 'openai-completions'] as const)(
  'counts answers by every name: %s',
  (kind) => {
    const body = { model: 'm', messages: [{ role: 'user', content: 'x' }], prompt: 'x' }
    for (const name of ['n', 'best_of', 'num_return_sequences']) {
      const reading = readBody(kind, Buffer.from(JSON.stringify({ ...body, [name]: 7 })))
      expect(reading.ok && reading.facts.answers).toBe(7)
    }
  },
)

it.each([
  ['x', 3],
  [['x'], 3],
  [['x', 'y', 'z', ''], 12],
  [[1, 2, 3, 4], 3],
  [[[1, 2], [3]], 6],
] as const)('counts the answers of each prompt: %j', (prompt, answers) => {
  const body = Buffer.from(JSON.stringify({ model: 'm', prompt, n: 2, best_of: 3 }))
  expect(readBody('openai-completions', body)).toMatchObject({ ok: true, facts: { answers } })
})

it('takes a limit of 0 where only the prompt is wanted, and nowhere else', () => {
  const body = { model: 'm', messages: [{ role: 'user', content: 'x' }], max_tokens: 0 }
  const isTaken = (kind: BodyKind) => readBody(kind, Buffer.from(JSON.stringify(body))).ok
  expect([isTaken('anthropic-messages'), isTaken('openai-chat')]).toEqual([true, false])
})

it.each([
  { thinking_budget: 700 },
  { extra_body: { thinking: { budget_tokens: 700 } } },
  { extra_body: { thinking_budget: 700 } },
  { extra_body: { google: { thinking_config: { thinking_budget: 700 } } } },
])('reads what may be thought beside the limit where it is merged into the body: %j', (more) => {
  const body = { model: 'm', messages: [{ role: 'user', content: 'x' }], max_tokens: 9, ...more }
  expect(readBody('openai-chat', Buffer.from(JSON.stringify(body)))).toMatchObject({
    ok: true,
    facts: { outputLimit: 9, reasoningBudget: 700 },
  })
})

it.each([
  [undefined, 8_192],
  ['auto', 8_192],
  ['1024x1536', 8_192],
  ['3840x2160', 20_480],
  ['4K', 20_480],
])('a picture of %s may take so many tokens', (size, most) => {
  const body = Buffer.from(JSON.stringify({ model: 'm', prompt: 'x', size }))
  expect(readBody('openai-images', body)).toMatchObject({ ok: true, facts: { outputLimit: most } })
})
