import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ask, channel, gatewayRig, type Rig, until } from './testing/gateway-rig.ts'
import { type ScriptedSupplier, scriptedSupplier } from './testing/scripted-supplier.ts'

/* A supplier that says more, and faster, than the wallet can pay: nothing is delivered that is not held. */

const frame = (text: string): string =>
  `data: {"id":"x","choices":[{"index":0,"delta":{"content":"${text}"},"finish_reason":null}]}\n\n`
const stop = 'data: {"id":"x","choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\n'

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

/** The ledger takes its time for more. */
async function open(balance: bigint, settings: Record<string, number>): Promise<void> {
  const baseUrl = supplier.url
  rig = await gatewayRig({ channels: [channel({ type: 8, baseUrl })], balance, settings })
  const { ledger } = rig.parts
  Object.assign(rig.parts, {
    ledger: {
      submit: async (command: Parameters<typeof ledger.submit>[0]) => {
        if (command.kind === 'extend') await new Promise((resolve) => setTimeout(resolve, 20))
        return ledger.submit(command)
      },
    },
  })
}

const spoken = (text: string): number =>
  [...text.matchAll(/"content":"([^"]*)"/g)].reduce((sum, [, said]) => sum + (said ?? '').length, 0)

describe('a stream that is faster than its money', () => {
  // Three bytes are a token here, and a token is a unit.
  it.each([
    ['in small frames', 300, 20_000],
    ['in frames as large as a slice', 24_000, 300],
  ])('%s delivers no more than the wallet holds', async (_name, length, count) => {
    await open(10_000n, { HoldSliceTokens: 8_192 })
    supplier.play({ frames: [...Array<string>(count).fill(frame('x'.repeat(length))), stop] })
    const text = await (await ask(rig, { stream: true })).text()
    expect(text).toContain('"code":"insufficient_quota"')
    // What the answer holds is what it has: 10 000 units are two cents.
    expect(text).toContain('$0.02 left')
    await until(() => rig.ledger.ends().length === 1)
    const delivered = Math.ceil(spoken(text) / 3)
    const [end] = rig.ledger.ends()
    const charged = end?.kind === 'settle' ? Number(end.amount) : 0
    expect(end?.usage).toMatchObject({ outcome: 'quota-ran-out' })
    expect(charged).toBeLessThanOrEqual(10_000)
    // All of it is paid for: what was counted is what went out, and the question before it.
    expect(charged - delivered).toBeGreaterThan(0)
    expect(charged - delivered).toBeLessThan(20)
    expect(rig.ledger.balanceOf('wallet:1')).toBe(10_000n - BigInt(charged))
  })

  it('waits for its money and loses nothing of what came meanwhile', async () => {
    await open(10_000_000n, { HoldSliceTokens: 64 })
    const frames = Array.from({ length: 60 }, (_, at) => frame(`<${at}>${'x'.repeat(200)}`))
    supplier.play({ frames: [...frames, stop, 'data: [DONE]\n\n'] })
    const text = await (await ask(rig, { stream: true })).text()
    expect(text).toBe([...frames, stop, 'data: [DONE]\n\n'].join(''))
    await until(() => rig.ledger.ends().length === 1)
    expect(rig.ledger.ends()[0]?.usage).toMatchObject({ outcome: 'complete-counted' })
  })

  it('ends as its upstream did, when that broke off while it waited', async () => {
    await open(10_000_000n, { HoldSliceTokens: 64 })
    supplier.play({ frames: Array<string>(50).fill(frame('x'.repeat(200))) })
    const text = await (await ask(rig, { stream: true })).text()
    expect(spoken(text)).toBe(50 * 200)
    await until(() => rig.ledger.ends().length === 1)
    expect(rig.ledger.ends()[0]?.usage).toMatchObject({ outcome: 'failed-mid-stream' })
  })
})

describe('a call whose supplier may read more than the request', () => {
  const calls: Readonly<Record<string, object>> = {
    tools: { tools: [{ type: 'web_search' }] },
    'servers of tools': { mcp_servers: [{ url: 'https://tools.example' }] },
    'a search': { search_parameters: { mode: 'on' } },
    plugins: { plugins: [{ id: 'web' }] },
    'what is kept there': { cachedContent: 'cachedContents/1' },
    'a file': {
      messages: [{ role: 'user', content: [{ type: 'file', file: { file_id: 'file-1' } }] }],
    },
  }
  const messages = [{ role: 'user', content: 'hi' }]
  const usage = { prompt_tokens: 90_000, completion_tokens: 1, total_tokens: 90_001 }
  const answer = {
    choices: [{ index: 0, message: { content: 'hi' }, finish_reason: 'stop' }],
    usage,
  }

  it.each(Object.keys(calls))('is not let in by a wallet of nearly nothing: %s', async (name) => {
    await open(200n, {})
    const response = await ask(rig, { more: { max_tokens: 1, messages, ...calls[name] } })
    expect(response.status).toBe(402)
    expect(rig.ledger.balanceOf('wallet:1')).toBe(200n)
  })

  it.each(Object.keys(calls))(
    'holds half of what is free, and costs what it cost: %s',
    async (name) => {
      await open(200_000n, {})
      supplier.play({ frames: [JSON.stringify(answer)], contentType: 'application/json' })
      const response = await ask(rig, { more: { max_tokens: 1, ...calls[name] } })
      expect([response.status, response.headers.get('x-posthouse-output-limit')]).toEqual([
        200,
        null,
      ])
      await until(() => rig.ledger.ends().length === 1)
      expect(rig.ledger.ends()[0]).toMatchObject({ amount: 90_001n, usage: { held: 100_000n } })
    },
  )
})
