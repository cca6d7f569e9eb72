import { usageOfRow } from '../rig/usage-of-row.ts'
import { type DialectName, dialectNames } from '@posthouse/llm/canonical/dialect'
import { dialects } from '@posthouse/llm/dialects'
import { partnersOf } from '@posthouse/testkit/long-run'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { pathOf, requestOf } from '../conformance/ask-cell.ts'
import { channel, gatewayRig, onePerToken, type Rig, testKey, until } from '../rig/gateway-rig.ts'
import { type ScriptedSupplier, scriptedSupplier } from '../rig/scripted-supplier.ts'

/*
 * Answers that end before they are complete: what their supplier had said of the input until then is what the
 * input costs, and what was delivered is what the output costs.
 */

const types: Readonly<Record<DialectName, number>> = {
  'openai-chat': 8,
  'openai-responses': 8,
  'anthropic-messages': 901,
  gemini: 902,
}

const event = (type: string, fields: object = {}): string =>
  `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`
const data = (fields: object): string => `data: ${JSON.stringify(fields)}\n\n`
const said = ['Rain ', 'in the ', 'mountains. ']

const messages = {
  start: (usage: object): string =>
    event('message_start', { message: { id: 'm', model: 'm', usage } }),
  said: said.map((text) =>
    event('content_block_delta', { index: 0, delta: { type: 'text_delta', text } }),
  ),
  block: event('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }),
}

/** The beginning of an answer whose supplier says at once that most of the input was in its cache. */
const beginnings: Readonly<Partial<Record<DialectName, readonly string[]>>> = {
  'anthropic-messages': [
    messages.start({ input_tokens: 3, cache_read_input_tokens: 20_000, output_tokens: 1 }),
    messages.block,
    ...messages.said,
  ],
  gemini: said.map((text, at) =>
    data({
      responseId: 'g',
      candidates: [{ index: 0, content: { role: 'model', parts: [{ text }] } }],
      usageMetadata: {
        promptTokenCount: 20_003,
        cachedContentTokenCount: 20_000,
        candidatesTokenCount: at + 1,
        totalTokenCount: 20_004 + at,
      },
    }),
  ),
  // As vLLM does when it is asked to report all the time.
  'openai-chat': said.map((content, at) =>
    data({
      id: 'c',
      choices: [{ index: 0, delta: { content }, finish_reason: null }],
      usage: {
        prompt_tokens: 20_003,
        prompt_tokens_details: { cached_tokens: 20_000 },
        completion_tokens: at + 1,
        total_tokens: 20_004 + at,
      },
    }),
  ),
}

/** Long enough for 20 003 tokens. */
const question = 'word '.repeat(6_000)

let rig: Rig
let supplier: ScriptedSupplier
beforeEach(async () => {
  supplier = await scriptedSupplier()
})
afterEach(async () => {
  expect(rig.errors).toEqual([])
  await rig.close()
  await supplier.close()
})

const open = async (upstream: DialectName): Promise<Rig> =>
  (rig = await gatewayRig({
    channels: [
      channel({
        type: types[upstream],
        baseUrl: supplier.url,
        models: ['m'],
        plugin: { dialects: [upstream] },
      }),
    ],
    prices: [{ ...onePerToken, model: 'm' }],
  }))

const asked = (client: DialectName, stream: boolean) =>
  requestOf(
    {
      model: 'm',
      stream,
      messages: [{ role: 'user', name: null, parts: [{ kind: 'text', text: question }] }],
    },
    client,
  )

const post = (client: DialectName, signal?: AbortSignal, stream = true): Promise<Response> => {
  const request = asked(client, stream)
  return rig.fetch(pathOf(request), {
    method: 'POST',
    headers: { 'x-api-key': testKey, 'content-type': 'application/json' },
    body: JSON.stringify(dialects[client].asClient.body(request).body),
    ...(signal === undefined ? {} : { signal }),
  })
}

/** What three bytes of text are taken for, where a model's encoding is not published. */
const countedOutput = (text: string): number => Math.ceil(Buffer.byteLength(text) / 3)

async function usageOfEnd(): Promise<object> {
  await until(() => rig.ledger.ends().length === 1)
  const row = rig.ledger.ends()[0]?.usage
  return { ...usageOfRow(row), source: row?.['usage_source'] }
}

describe.each(['anthropic-messages', 'gemini', 'openai-chat'] as const)(
  'over an upstream that speaks %s',
  (upstream) => {
    it.each(partnersOf(dialectNames, upstream))(
      'a client of %s that leaves pays the input as it was reported',
      async (client) => {
        await open(upstream)
        supplier.play({ frames: beginnings[upstream] ?? [], holds: true })
        const gone = new AbortController()
        const response = await post(client, gone.signal)
        let text = ''
        for await (const chunk of response.body ?? []) {
          text += new TextDecoder().decode(chunk)
          if (text.includes('mountains')) break
        }
        gone.abort()
        expect(await usageOfEnd()).toEqual({
          input: 3,
          cache_read: 20_000,
          output: countedOutput(said.join('')),
          source: 'partial',
        })
      },
    )

    it.each(partnersOf(dialectNames, upstream))(
      'a client of %s pays the same when the upstream breaks off',
      async (client) => {
        await open(upstream)
        supplier.play({ frames: beginnings[upstream] ?? [] })
        await (await post(client)).text()
        expect(await usageOfEnd()).toMatchObject({
          input: 3,
          cache_read: 20_000,
          output: countedOutput(said.join('')),
          source: 'partial',
        })
      },
    )
  },
)

it('a placeholder at the beginning is no report of what came after it', async () => {
  await open('anthropic-messages')
  const long = 'rain '.repeat(420)
  supplier.play({
    frames: [
      messages.start({ input_tokens: 9_046, output_tokens: 1 }),
      messages.block,
      event('content_block_delta', { index: 0, delta: { type: 'text_delta', text: long } }),
      event('message_delta', { delta: { stop_reason: 'end_turn' } }),
      event('message_stop'),
    ],
  })
  await (await post('anthropic-messages')).text()
  expect(await usageOfEnd()).toEqual({
    input: 9_046,
    output: countedOutput(long),
    source: 'partial',
  })
})

describe('calls of an upstream that reports no usage', () => {
  const argument = 'rain in the mountains '.repeat(40)
  const json = JSON.stringify({ query: argument })
  const chunk = (delta: object, reason: string | null = null): string =>
    data({ id: 'c', choices: [{ index: 0, delta, finish_reason: reason }] })
  const called = (piece: string, head: object = {}): string =>
    chunk({ tool_calls: [{ index: 0, ...head, function: { arguments: piece } }] })
  const calls = [
    called('', { id: 'call_1', type: 'function' }).replace(
      '"arguments"',
      '"name":"look","arguments"',
    ),
    called(json.slice(0, 300)),
    called(json.slice(300)),
  ]
  const end = [chunk({}, 'tool_calls'), 'data: [DONE]\n\n']

  describe.each(dialectNames)('told to a client of %s', (client) => {
    it.each([
      ['alone', '', []],
      ['behind text', 'I look. ', [chunk({ content: 'I look. ' })]],
    ])('are paid for %s', async (_where, text, before) => {
      await open('openai-chat')
      supplier.play({ frames: [...before, ...calls, ...end] })
      expect(await (await post(client)).text()).toContain('mountains rain')
      expect(await usageOfEnd()).toMatchObject({
        output: countedOutput(`${text}look${json}`),
        source: 'counted',
      })
      expect(rig.ledger.ends()[0]?.usage).toMatchObject({ outcome: 'complete-counted' })
    })
  })

  it.each([
    ['alone', '', calls],
    ['behind text', 'I look. ', [chunk({ content: 'I look. ' }), ...calls]],
    ['in one read with text', 'I look. ', [[chunk({ content: 'I look. ' }), ...calls].join('')]],
    ['in one read before text', 'I look. ', [[...calls, chunk({ content: 'I look. ' })].join('')]],
  ])(
    'are not paid for by a client of Gemini when they broke off before they went out: %s',
    async (_where, text, frames) => {
      await open('openai-chat')
      supplier.play({ frames })
      expect(await (await post('gemini')).text()).not.toContain('mountains')
      const { output = 0 } = (await usageOfEnd()) as { output?: number }
      expect(output).toBe(countedOutput(text))
      expect(rig.ledger.ends()[0]?.usage).toMatchObject({ outcome: 'failed-mid-stream' })
    },
  )
})

describe.each(dialectNames)('an answer in one piece without usage, to a client of %s', (client) => {
  const call = { id: 'call_1', type: 'function', function: { name: 'look', arguments: '' } }

  it.each([
    ['that is empty costs nothing', { content: '' }, 'complete-empty'],
    ['that is null costs nothing', { content: null }, 'complete-empty'],
    ['that says something is charged', { content: 'Rain.' }, 'complete-counted'],
    ['that calls without arguments is charged', { tool_calls: [call] }, 'complete-counted'],
  ])('%s', async (_what, said, outcome) => {
    await open('openai-chat')
    const choice = { index: 0, message: { role: 'assistant', ...said }, finish_reason: 'stop' }
    const body = JSON.stringify({ id: 'c', object: 'chat.completion', choices: [choice] })
    supplier.play({ frames: [body], contentType: 'application/json' })
    const response = await post(client, undefined, false)
    expect(response.status).toBe(200)
    await response.text()
    await until(() => rig.ledger.ends().length === 1)
    const [end] = rig.ledger.ends()
    expect(end?.usage).toMatchObject({ outcome })
    expect(end?.kind).toBe(outcome === 'complete-empty' ? 'void' : 'settle')
  })
})
