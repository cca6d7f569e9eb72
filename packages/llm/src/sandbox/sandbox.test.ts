import { describe, expect, it } from 'vitest'
import { openAiUsage } from '../dialects/openai-chat/usage.ts'
import { bytesOf, type SandboxRequest } from './script.ts'
import { sandbox } from './sandbox.ts'

const asked = (body: object, more: Partial<SandboxRequest> = {}): SandboxRequest => ({
  method: 'POST',
  path: '/v1/chat/completions',
  body: bytesOf(JSON.stringify({ model: 'sandbox/chat', ...body })),
  settings: {},
  anyModel: false,
  now: 0,
  ...more,
})
const textOf = (request: SandboxRequest): string =>
  sandbox(request)
    .pieces.map(({ bytes }) => new TextDecoder().decode(bytes))
    .join('')
const messages = [{ role: 'user', content: 'hello' }]

describe('the sandbox', () => {
  it('answers the same to the same', () => {
    expect(textOf(asked({ messages }))).toBe(textOf(asked({ messages })))
    expect(textOf(asked({ messages }))).not.toBe(
      textOf(asked({ messages, seed: 0 }, { settings: { seed: 2 } })),
    )
  })

  it('says the same whole and streamed', () => {
    const whole = JSON.parse(textOf(asked({ messages })))
    const stream = textOf(
      asked({ messages, stream: true, stream_options: { include_usage: true } }),
    )
    const chunks = stream
      .trim()
      .split('\n\n')
      .slice(0, -1)
      .map((frame) => JSON.parse(frame.slice(6)))
    const text = chunks.map((chunk) => chunk.choices[0]?.delta.content ?? '').join('')
    expect(text).toBe(whole.choices[0].message.content)
    expect(openAiUsage(chunks.at(-1).usage)).toEqual(openAiUsage(whole.usage))
    expect(whole.usage.completion_tokens).toBe(40)
  })

  it('refuses names that are not its own', () => {
    expect(sandbox(asked({ model: 'gpt-5', messages })).status).toBe(404)
    expect(sandbox(asked({ model: 'gpt-5', messages }, { anyModel: true })).status).toBe(200)
  })

  it('keeps to max_tokens, reasons, calls tools and fills schemas', () => {
    const limited = JSON.parse(textOf(asked({ messages, max_tokens: 3 })))
    expect(limited.choices[0].finish_reason).toBe('length')
    expect(limited.usage.completion_tokens).toBe(3)
    const reasoned = JSON.parse(textOf(asked({ model: 'sandbox/reasoner', messages })))
    expect(reasoned.usage.completion_tokens_details.reasoning_tokens).toBe(12)
    const parameters = { type: 'object', properties: { city: { type: 'string' } } }
    const tools = [{ type: 'function', function: { name: 'weather', parameters } }]
    const called = JSON.parse(textOf(asked({ messages, tools, tool_choice: 'required' })))
    const [call] = called.choices[0].message.tool_calls
    expect(JSON.parse(call.function.arguments)).toHaveProperty('city')
    const format = { type: 'json_schema', json_schema: { name: 'x', schema: parameters } }
    const made = JSON.parse(textOf(asked({ messages, response_format: format })))
    expect(JSON.parse(made.choices[0].message.content)).toHaveProperty('city')
  })

  it('calls word for word what is ordered, of the tools that are offered', () => {
    const content =
      'Go. [[sandbox-call: write {"path":"a","lines":[1]}]] [[sandbox-call: unknown {}]]'
    const tools = [{ type: 'function', function: { name: 'write', parameters: {} } }]
    const asking = [{ role: 'user', content }]
    const called = JSON.parse(textOf(asked({ messages: asking, tools })))
    const [call, ...others] = called.choices[0].message.tool_calls
    expect(others).toEqual([])
    expect(call.function).toEqual({ name: 'write', arguments: '{"path":"a","lines":[1]}' })
    const result = { role: 'tool', tool_call_id: call.id, content: 'written' }
    const told = JSON.parse(
      textOf(asked({ messages: [...asking, called.choices[0].message, result], tools })),
    )
    expect(told.choices[0].finish_reason).toBe('stop')
  })

  it('says what its cache saved and which tier answered', () => {
    const content = '[[sandbox: cached=4 written=2]] The same letter again.'
    const told = JSON.parse(
      textOf(asked({ messages: [{ role: 'user', content }], service_tier: 'flex' })),
    )
    expect(told.service_tier).toBe('flex')
    expect(openAiUsage(told.usage)?.usage).toMatchObject({ cache_read: 4, cache_write_5m: 2 })
    expect(JSON.parse(textOf(asked({ messages }))).service_tier).toBe('default')
  })

  it('obeys the marker over the channel’s setting', () => {
    const marked = [{ role: 'user', content: '[[sandbox: fault=429 retry-after=2]]' }]
    const script = sandbox(asked({ messages: marked }, { settings: { fault: '500' } }))
    expect([script.status, script.headers['retry-after']]).toEqual([429, '2'])
    expect(sandbox(asked({ messages }, { settings: { fault: 'cut', after: 10 } })).end).toBe('cut')
  })
})

describe('embeddings of the sandbox', () => {
  const embedded = (input: unknown) =>
    sandbox(asked({ model: 'sandbox/embed', input }, { path: '/v1/embeddings' }))

  it.each([[{ a: 1 }], [[]], [[{ a: 1 }]], [['a', 1]], [5], [[[]]], [true]])(
    'refuse what is no text, in the dialect: %j',
    (input) => {
      const script = embedded(input)
      expect(script.status).toBe(400)
    },
  )

  it.each([
    ['a', 1],
    [['a', 'b'], 2],
    [[1, 2, 3], 1],
    [[[1], [2, 3]], 2],
  ])('take texts and tokens: %j', (input, count) => {
    expect(
      JSON.parse(textOf(asked({ model: 'sandbox/embed', input }, { path: '/v1/embeddings' }))).data,
    ).toHaveLength(count)
  })
})
