import { createServer, type Server } from 'node:http'
import { afterEach, describe, expect, it } from 'vitest'
import { microQuota, type PriceEntry } from '../../domain/pricing/price-book.ts'
import { readChargeRecord } from '../../domain/pricing/charge-record.ts'
import { ask, channel, gatewayRig, listening, type Rig, until } from './rig/gateway-rig.ts'

let rig: Rig | null = null
let server: Server | null = null
afterEach(async () => {
  expect(rig?.errors).toEqual([])
  await rig?.close()
  server?.closeAllConnections()
  server?.close()
})

const line = (bucket: 'input' | 'output', units: bigint, tier?: string) => ({
  bucket,
  unit: 'token' as const,
  amount: microQuota(units * 1_000_000n),
  fromInputTokens: 0,
  ...(tier === undefined ? {} : { tier }),
})
const entry: PriceEntry = {
  model: 'sandbox/*',
  type: 'tokens',
  channelType: 8,
  lines: [
    line('input', 1n),
    line('output', 1n),
    line('output', 10n, 'priority'),
    line('output', 9n, 'us'),
  ],
}

type Upstream = {
  readonly service_tier?: string
  readonly headers?: Record<string, string>
  /** Breaks off before its usage comes. */
  readonly cut?: boolean
  readonly type?: number
}

/** Ten tokens in, ten out. */
async function start({ service_tier, headers, cut = false, type = 8 }: Upstream): Promise<Rig> {
  const usage = { prompt_tokens: 10, completion_tokens: 10, total_tokens: 20 }
  server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      if (!body.includes('"stream":true')) {
        response.writeHead(200, { 'content-type': 'application/json', ...headers })
        const message = { role: 'assistant', content: 'hello' }
        const choices = [{ index: 0, message, finish_reason: 'stop' }]
        return response.end(JSON.stringify({ id: 'x', choices, usage, service_tier }))
      }
      response.writeHead(200, { 'content-type': 'text/event-stream', ...headers })
      const said = { index: 0, delta: { content: 'hello '.repeat(10) }, finish_reason: null }
      response.write(`data: ${JSON.stringify({ id: 'x', choices: [said], service_tier })}\n\n`)
      if (cut) return setTimeout(() => response.destroy(), 20)
      const last = { index: 0, delta: {}, finish_reason: 'stop' }
      response.write(`data: ${JSON.stringify({ id: 'x', choices: [last], service_tier })}\n\n`)
      response.write(`data: ${JSON.stringify({ id: 'x', choices: [], usage, service_tier })}\n\n`)
      response.end('data: [DONE]\n\n')
    })
  })
  const baseUrl = `http://127.0.0.1:${(await listening(server)).port}`
  rig = await gatewayRig({ channels: [channel({ type, baseUrl })], prices: [entry] })
  return rig
}

const recordIn = (end: ReturnType<Rig['ledger']['ends']>[number] | undefined) =>
  readChargeRecord(String(end?.usage?.['charge']))

const settled = async ({ ledger }: Rig) => {
  await until(() => ledger.ends().length > 0)
  return recordIn(ledger.ends()[0])
}

describe('what is charged is what was served', () => {
  it.each([
    { asked: undefined, served: undefined, cost: 20 },
    { asked: 'priority', served: 'priority', cost: 110 },
    { asked: 'auto', served: 'priority', cost: 110 },
    { asked: 'priority', served: 'default', cost: 20 },
    { asked: 'priority', served: undefined, cost: 110 },
  ])('asked for $asked, served $served', async ({ asked, served, cost }) => {
    for (const stream of [false, true]) {
      const rigged = await start(served === undefined ? {} : { service_tier: served })
      const more = asked === undefined ? {} : { service_tier: asked }
      const answer = await ask(rigged, { stream, more, headers: { 'x-posthouse-cost': '1' } })
      const text = await answer.text()
      await settled(rigged)
      expect(10_000_000n - rigged.ledger.balanceOf('wallet:1')).toBe(BigInt(cost))
      const told = stream
        ? /"cost":([\d.e-]+)/.exec(text)?.[1]
        : answer.headers.get('x-posthouse-cost')
      expect(Number(told) * 500_000).toBeCloseTo(cost)
      await rigged.close()
      server?.close()
    }
  })

  it('a stream that breaks off before it said so costs what was asked for', async () => {
    const rigged = await start({ cut: true })
    await (await ask(rigged, { stream: true, more: { service_tier: 'priority' } })).text()
    expect((await settled(rigged))?.facts).toMatchObject({ tier: 'priority' })
  })

  it('the head of the answer may say it', async () => {
    const rigged = await start({ headers: { 'x-gemini-service-tier': 'standard' } })
    await (await ask(rigged, { more: { service_tier: 'priority' } })).text()
    expect((await settled(rigged))?.facts).toMatchObject({ tier: 'standard' })
  })

  it('and it counts for a stream that breaks off before its usage', async () => {
    const rigged = await start({ cut: true, headers: { 'x-gemini-service-tier': 'standard' } })
    await (await ask(rigged, { stream: true, more: { service_tier: 'priority' } })).text()
    expect((await settled(rigged))?.facts).toMatchObject({ tier: 'standard' })
  })

  it('a tier that the supplier was never told of is not charged', async () => {
    const rigged = await start({})
    for (const tier of [{ inference_geo: 'us' }, { service_tier: 'priority' }]) {
      const answer = await ask(rigged, { path: '/v1/messages', more: { max_tokens: 100, ...tier } })
      expect(answer.headers.get('x-posthouse-dropped')).toContain(Object.keys(tier)[0])
      await answer.text()
      await until(() => rigged.ledger.pending === 0)
    }
    const facts = rigged.ledger.ends().map((end) => recordIn(end)?.facts)
    expect(facts).toHaveLength(2)
    for (const fact of facts) expect(fact).not.toHaveProperty('tier')
  })

  it('the hold is for the tier that was asked for', async () => {
    const rigged = await start({ service_tier: 'default' })
    const held = async (service_tier: string) => {
      await (await ask(rigged, { more: { max_tokens: 100, service_tier } })).text()
      const holds = rigged.ledger.commands.filter((command) => command.kind === 'hold')
      return Number(holds.at(-1)?.amount)
    }
    const plain = await held('default')
    expect(await held('priority')).toBe(plain + 900)
    expect(await held('flex')).toBe(plain)
  })
})
