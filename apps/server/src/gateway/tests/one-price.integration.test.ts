import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTokenCounter, tokensByBytes } from '../../charging/token-counter.ts'
import { ask, channel, onePerToken, type Rig, until } from './rig/gateway-rig.ts'
import { rigs } from './rig/rigs.ts'
import { type ScriptedSupplier, scriptedSupplier } from './rig/scripted-supplier.ts'

/* What nobody reports is counted, and the same text has one price, however slow and busy we are. */

const stand = rigs()
let supplier: ScriptedSupplier
beforeAll(async () => {
  supplier = await scriptedSupplier()
})
afterAll(() => supplier.close())

/** Each look at the clock is a tenth of a second later: a guess gets no further than two pieces. */
async function slowRig(): Promise<Rig> {
  const rig = await stand({
    channels: [channel({ type: 8, baseUrl: supplier.url })],
    prices: [{ ...onePerToken, model: '*' }],
    balance: 1_000_000_000n,
  })
  let now = 0
  const tokens = createTokenCounter({ monotonic: () => (now += 100), deadlineMs: 200 })
  await tokens.load()
  Object.assign(rig.parts, { tokens })
  return rig
}

const text = 'All work and no play makes Jack a dull boy. '.repeat(400)
const frameOf = (choice: object): string =>
  `data: ${JSON.stringify({ id: 'x', choices: [{ index: 0, ...choice }] })}\n\n`
const stop = frameOf({ delta: {}, finish_reason: 'stop' })
const done = 'data: [DONE]\n\n'

const exactly = async (said: string): Promise<number> => {
  const counter = createTokenCounter({ monotonic: () => 0, deadlineMs: 0 })
  await counter.load()
  const tokens = await counter.most([said], 'sandbox/chat')
  expect(tokens).toBeLessThan(tokensByBytes(said.length))
  return tokens
}

describe('an answer that nobody counted', () => {
  it('has one price, also where forty come at once', async () => {
    const rig = await slowRig()
    supplier.play({ frames: [frameOf({ delta: { content: text } }), stop, done] })
    const asking = Array.from({ length: 40 }, async () => (await ask(rig, { stream: true })).text())
    await Promise.all(asking)
    await until(() => rig.ledger.ends().length === 40)
    const charged = rig.ledger.ends().map(({ usage }) => usage?.['output_tokens'])
    expect(new Set(charged)).toEqual(new Set([BigInt(await exactly(text))]))
  })

  it('is told and charged with its whole question, which was only guessed before', async () => {
    const rig = await slowRig()
    supplier.play({ frames: [frameOf({ delta: { content: 'yes' } }), stop, done] })
    const more = { stream_options: { include_usage: true } }
    const told = await (await ask(rig, { text, stream: true, more })).text()
    await until(() => rig.ledger.ends().length === 1)
    const input = Number(rig.ledger.ends()[0]?.usage?.['input_tokens'])
    expect(input - (await exactly(text))).toBeLessThan(30)
    expect(told).toContain(`"prompt_tokens":${input},`)
  })

  it('is not waited for when we must end', async () => {
    const rig = await slowRig()
    const long = text.repeat(25)
    supplier.play({ frames: [frameOf({ delta: { content: long } }), stop, done] })
    const counter = rig.parts.tokens
    const counted: Promise<number>[] = []
    const count: typeof counter.count = (...asked) => {
      const counting = counter.count(...asked)
      counted.push(counting)
      rig.gateway.cut()
      return counting
    }
    Object.assign(rig.parts, { tokens: { ...counter, count } })
    // Nobody ends what is cut: its process does.
    void (await ask(rig, { stream: true })).text().catch(() => '')
    await until(() => rig.ledger.ends().length === 1)
    expect(await counted[0]).toBe(tokensByBytes(long.length))
  })
})
