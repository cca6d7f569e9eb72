import type { DialectName } from '@posthouse/llm/canonical/dialect'
import { dialects } from '@posthouse/llm/dialects'
import type { ModelEvent } from '@posthouse/llm/canonical/event'
import { plainRequest } from '@posthouse/llm/testing/plain-request'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Settings } from '../../domain/settings/setting-table.ts'
import { pathOf, requestOf } from './conformance/ask-cell.ts'
import { computeHere } from './rig/compute-here.ts'
import { channel, gatewayRig, onePerToken, type Rig, testKey, until } from './rig/gateway-rig.ts'
import { type ScriptedSupplier, scriptedSupplier } from './rig/scripted-supplier.ts'

/* A large frame is off the loop for a while: what may happen to its stream meanwhile, and what it costs. */

const answer = 0
const asked = { stream: true, usageAsked: false }
const words = 'so it was, and on it went; '
const count = 12_000

const frames = (from: DialectName, events: readonly ModelEvent[]): readonly string[] => {
  const writer = dialects[from].asServer.write(plainRequest)
  const begun = { kind: 'start', id: 'a', model: 'm', created: 1 } as const
  return [begun, ...events].map((event) => writer.frames(event)).filter((frame) => frame !== '')
}
const text = (said: string): ModelEvent => ({ kind: 'text', answer, text: said })
const large = text(words.repeat(count))
const ended: readonly ModelEvent[] = [
  { kind: 'answer-end', answer, reason: 'stop' },
  { kind: 'end' },
]

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

const start = async (from: DialectName, settings: Partial<Settings> = {}): Promise<void> => {
  rig = await gatewayRig({
    settings,
    balance: 10n ** 12n,
    prices: [{ ...onePerToken, model: '*', channelType: 0 }],
    facts: [{ models: ['*'], output: 1_000_000 }],
    channels: [channel({ type: 8, baseUrl: supplier.url, plugin: { dialects: [from] } })],
  })
}

function ask(client: DialectName, signal?: AbortSignal): Promise<Response> {
  const messages = [{ role: 'user', parts: [{ kind: 'text', text: 'hi' }], name: null }] as const
  const request = requestOf({ ...asked, messages, outputLimit: 500_000 }, client)
  return rig.fetch(pathOf(request), {
    method: 'POST',
    headers: { 'x-api-key': testKey, 'content-type': 'application/json' },
    body: JSON.stringify(dialects[client].asClient.body(request).body),
    ...(signal !== undefined && { signal }),
  })
}

/** What the calls until now cost, in their order. */
async function charges(calls: number): Promise<readonly bigint[]> {
  await until(() => rig.ledger.ends().length === calls)
  return rig.ledger.ends().map((end) => (end.kind === 'settle' ? end.amount : -1n))
}

/** Nothing comes back from off the loop until it is let go. */
function holdAside() {
  const gate = Promise.withResolvers<void>()
  let asked = 0
  const held: typeof computeHere = async (name, input, bytes) => {
    asked += 1
    await gate.promise
    return computeHere(name, input, bytes)
  }
  Object.assign(rig.parts.bodies, { compute: held })
  return { asked: () => asked, letGo: () => gate.resolve() }
}

/** Two dialects before themselves, which pass on, and two before another. */
const pairs = [
  ['openai-chat', 'openai-chat'],
  ['anthropic-messages', 'anthropic-messages'],
  ['openai-responses', 'openai-chat'],
  ['gemini', 'anthropic-messages'],
] as const

describe.each(pairs)('a large frame of %s for a client of %s', (from, client) => {
  beforeEach(() => start(from))

  it('costs as much as the same text in small ones, and stands in its place', async () => {
    const around = (said: readonly ModelEvent[]) =>
      frames(from, [text('first '), ...said, text('last'), ...ended])
    supplier.play({ frames: around([large]) })
    const whole = await (await ask(client)).text()
    const [first, again, last] = ['first ', words.repeat(2), 'last'].map((said) =>
      whole.indexOf(said),
    )
    expect(first).toBeGreaterThan(0)
    expect(again).toBeGreaterThan(first ?? 0)
    expect(last).toBeGreaterThan(words.length * count)
    supplier.play({
      frames: around(Array.from({ length: count / 100 }, () => text(words.repeat(100)))),
    })
    await (await ask(client)).text()
    const [inOne, inMany] = await charges(2)
    expect(inOne).toBe(inMany)
    expect(inOne).toBeGreaterThan(BigInt(count))
  })

  it('goes out before the failure that comes right behind it', async () => {
    supplier.play({ frames: frames(from, [text('first '), large]) })
    const told = await (await ask(client)).text()
    const failed = told.indexOf('broke off')
    expect(failed).toBeGreaterThan(told.indexOf(words.repeat(2)))
    expect(told.indexOf(words.repeat(2))).toBeGreaterThan(told.indexOf('first '))
    const [charge] = await charges(1)
    expect(charge).toBeGreaterThan(BigInt(count))
  })

  it('costs nothing when its reader leaves before it comes back', async () => {
    const aside = holdAside()
    supplier.play({ frames: frames(from, [text('first '), large]), holds: true })
    const leaving = new AbortController()
    const response = await ask(client, leaving.signal)
    await until(() => aside.asked() === 1)
    leaving.abort()
    const [charge] = await charges(1)
    expect(charge).toBeGreaterThan(0n)
    expect(charge).toBeLessThan(100n)
    aside.letGo()
    await response.text().catch(() => '')
    supplier.play({ frames: frames(from, [text('first '), ...ended]) })
    expect(await (await ask(client)).text()).toContain('first ')
    expect(await charges(2)).toHaveLength(2)
  })

  it('is of the memory of the process while it is off the loop', async () => {
    const aside = holdAside()
    supplier.play({ frames: frames(from, [text('first '), large, ...ended]) })
    const response = await ask(client)
    await until(() => aside.asked() === 1)
    expect(rig.parts.memory.held()).toBeGreaterThan(words.length * count)
    aside.letGo()
    await response.text()
    await charges(1)
    expect(rig.parts.memory.held()).toBe(0)
  })
})

it('that only reports what was used is waited for when its reader had all of the answer', async () => {
  await start('openai-chat')
  const usage = { prompt_tokens: 3_000, completion_tokens: 400, total_tokens: 3_400 }
  const report = { choices: [], usage, filler: words.repeat(count) }
  const said = frames('openai-chat', [text('first '), ...ended.slice(0, 1)])
  supplier.play({ frames: [...said, `data: ${JSON.stringify(report)}\n\n`], holds: true })
  const aside = holdAside()
  const leaving = new AbortController()
  const response = await ask('openai-chat', leaving.signal)
  await until(() => aside.asked() === 1)
  leaving.abort()
  await response.text().catch(() => '')
  // By the end of another call it was seen that the reader has left.
  supplier.play({ frames: frames('openai-chat', [text('first '), ...ended]) })
  await (await ask('openai-chat')).text()
  await charges(1)
  aside.letGo()
  expect((await charges(2))[1]).toBe(3_400n)
})

it('an end repeats no more text than goes from thread to thread', async () => {
  rig = await gatewayRig({
    balance: 10n ** 12n,
    prices: [{ ...onePerToken, model: '*', channelType: 0 }],
    channels: [channel({ type: 8, baseUrl: supplier.url })],
  })
  const more = frames(
    'openai-chat',
    Array.from({ length: 30 }, () => large),
  )
  supplier.play({ frames: [...more, ...frames('openai-chat', ended).slice(1)] })
  const response = await rig.fetch(`/v1/responses`, {
    method: 'POST',
    headers: { 'x-api-key': testKey, 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'sandbox/unheard', input: 'hi', stream: true }),
  })
  const told = await response.text()
  expect(told).toContain('response.output_text.delta')
  expect(told).toContain('The upstream failed: the answer of the upstream is too long')
  expect(told).not.toContain('response.completed')
  await until(() => rig.ledger.ends().length === 1)
  expect(rig.ledger.ends()).toMatchObject([{ kind: 'settle' }])
})

it.each<DialectName>(['anthropic-messages', 'gemini'])(
  'pictures that are kept for no later frame of %s are no memory of its stream',
  async (client) => {
    const most = 24 * 1024 * 1024
    await start('openai-chat', { ProcessMemoryLimit: most, RequestMemoryLimit: most })
    const url = `data:image/png;base64,${'A'.repeat(2 * 1024 * 1024)}`
    const picture = { choices: [{ index: 0, delta: { images: [{ image_url: { url } }] } }] }
    const pictures = Array.from({ length: 16 }, () => `data: ${JSON.stringify(picture)}\n\n`)
    const [first = '', ...last] = frames('openai-chat', [text('so it was'), ...ended])
    supplier.play({ frames: [first, ...pictures, ...last] })
    const told = await (await ask(client)).text()
    expect(told).toContain('so it was')
    await charges(1)
    expect(rig.ledger.ends()).toMatchObject([{ usage: { outcome: 'complete-counted' } }])
  },
)
