import type { DialectName } from '@posthouse/llm/canonical/dialect'
import { clientOf, type Dialect, dialects } from '@posthouse/llm/dialects'
import type { ModelEvent } from '@posthouse/llm/canonical/event'
import type { ModelRequest } from '@posthouse/llm/canonical/request'
import { plainRequest } from '@posthouse/llm/testing/plain-request'
import { noUsage } from '@posthouse/llm/canonical/usage'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { OperationName } from '@posthouse/llm/operations/operation'
import { pathOf, requestOf } from './conformance/ask-cell.ts'
import { channel, onePerToken, testKey, until } from './rig/gateway-rig.ts'
import { rigs } from './rig/rigs.ts'
import { type ScriptedSupplier, scriptedSupplier } from './rig/scripted-supplier.ts'

/* Several answers to one request: all that can come is held, and all that comes is charged. */

const stand = rigs()
let supplier: ScriptedSupplier
beforeAll(async () => {
  supplier = await scriptedSupplier()
})
afterAll(() => supplier.close())

/** Of each answer. Three bytes are a token here, and a token is a unit. */
const limit = 20
const text = 'x'.repeat(45)
const countedEach = 15
const messages = [{ role: 'user', name: null, parts: [{ kind: 'text', text: 'Go.' }] }] as const

type Asking = {
  readonly client: DialectName | 'completions'
  readonly upstream: DialectName
  readonly answers: number
  readonly stream: boolean
  readonly isReported: boolean
}

const eventsOf = ({ answers, isReported }: Asking): ModelEvent[] => [
  { kind: 'start', id: 'a', model: 'm', created: 1 },
  ...Array.from({ length: answers }, (_, answer) => answer).flatMap((answer): ModelEvent[] => [
    { kind: 'text', answer, text },
    { kind: 'answer-end', answer, reason: 'stop' },
  ]),
  ...(isReported
    ? [{ kind: 'usage', usage: { ...noUsage, input: 9, output: limit * answers } } as const]
    : []),
  { kind: 'end' },
]

/** What the supplier speaks: a prompt goes to who has that operation as it came. */
const spokenOf = ({ client, upstream }: Asking): Dialect => {
  const operation: OperationName =
    client === 'completions' && upstream === 'openai-chat' ? 'completions' : 'chat'
  return clientOf({ operation, dialect: upstream })
}

function played(asking: Asking): string {
  const { asServer } = spokenOf(asking)
  const { stream } = asking
  const request: ModelRequest = { ...plainRequest, stream, usageAsked: true }
  if (!stream) return JSON.stringify(asServer.answer(eventsOf(asking), request))
  const writer = asServer.write(request)
  return eventsOf(asking)
    .map((event) => writer.frames(event))
    .join('')
}

function askedFor({ client, answers, stream }: Asking): { path: string; body: object } {
  if (client === 'completions') {
    const body = { model: 'm', prompt: 'Go.', max_tokens: limit, n: answers, stream }
    return { path: '/v1/completions', body }
  }
  const request = requestOf(
    { model: 'm', messages, outputLimit: limit, answers, stream, usageAsked: true },
    client,
  )
  return { path: pathOf(request), body: dialects[client].asClient.body(request).body }
}

const pairs = [
  ['openai-chat', 'openai-chat'],
  ['openai-chat', 'gemini'],
  ['completions', 'openai-chat'],
  ['completions', 'gemini'],
  ['gemini', 'gemini'],
  ['gemini', 'openai-chat'],
] as const
/** Theirs have one answer. */
const single = [
  ['openai-responses', 'openai-responses'],
  ['anthropic-messages', 'anthropic-messages'],
  ['openai-responses', 'openai-chat'],
  ['anthropic-messages', 'gemini'],
] as const

const rows = [
  ...pairs.flatMap(([client, upstream]) =>
    [1, 3].map((answers) => ({ client, upstream, answers })),
  ),
  ...single.map(([client, upstream]) => ({ client, upstream, answers: 1 })),
].flatMap((row) =>
  [false, true].flatMap((stream) =>
    [true, false].map((isReported): Asking => ({ ...row, stream, isReported })),
  ),
)

it.each(rows)(
  '$answers for $client over $upstream (streamed: $stream, reported: $isReported)',
  async (asking) => {
    const { upstream, answers, stream, isReported } = asking
    supplier.play({
      frames: [played(asking)],
      contentType: stream ? 'text/event-stream' : 'application/json',
    })
    const speaking = { type: 8, baseUrl: supplier.url, models: ['m'] }
    const rig = await stand({
      channels: [channel({ ...speaking, plugin: { dialects: [upstream] } })],
      prices: [{ ...onePerToken, model: '*' }],
    })
    const { path, body } = askedFor(asking)
    const response = await rig.fetch(path, {
      method: 'POST',
      headers: { 'x-api-key': testKey, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const told = await response.text()
    expect(response.status).toBe(200)
    // The end of a stream may repeat them.
    expect(told.split(text).length - 1).toBeGreaterThanOrEqual(answers)
    const sent = JSON.stringify(supplier.asked())
    if (answers > 1) expect(sent).toMatch(new RegExp(`"(n|candidateCount)":${answers}\\b`))
    await until(() => rig.ledger.ends().length === 1)
    const [hold] = rig.ledger.commands
    const [end] = rig.ledger.ends()
    const input = Number(end?.usage?.['input_tokens'])
    const output = (isReported ? limit : countedEach) * answers
    expect(end).toMatchObject({
      kind: 'settle',
      amount: BigInt(input + output),
      usage: { output_tokens: BigInt(output), doubts: '' },
    })
    expect(hold?.kind === 'hold' && Number(hold.amount)).toBeGreaterThan(limit * answers)
  },
)
