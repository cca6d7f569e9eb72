import type { ModelFactsEntry } from '@posthouse/contract/model-facts-entry'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ask, channel, gatewayRig, onePerToken, type Rig, until } from './rig/gateway-rig.ts'
import { type ScriptedSupplier, scriptedSupplier } from './rig/scripted-supplier.ts'

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
async function open(
  balance: bigint,
  settings: Record<string, number>,
  ...facts: ModelFactsEntry[]
): Promise<void> {
  const baseUrl = supplier.url
  const models = ['sandbox/*', 'else']
  rig = await gatewayRig({
    channels: [channel({ type: 8, baseUrl, models })],
    prices: [{ ...onePerToken, model: '*' }],
    balance,
    settings,
    facts,
  })
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

const saidIn = (text: string): string =>
  [...text.matchAll(/"content":"([^"]*)"/g)].map(([, said]) => said ?? '').join('')
const spoken = (text: string): number => saidIn(text).length

describe('a stream that is faster than its money', () => {
  it('ends with a refusal when its first frame costs more than there is, and its row says so', async () => {
    await open(1_000n, { HoldSliceTokens: 8_192 })
    supplier.play({ frames: [frame('x'.repeat(24_000)), stop] })
    const response = await ask(rig, { stream: true })
    expect(response.status).toBe(402)
    await response.text()
    await until(() => rig.ledger.ends().length === 1)
    const [end] = rig.ledger.ends()
    expect(end?.usage).toMatchObject({ outcome: 'quota-ran-out', status: 402n, output_tokens: 0n })
  })

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

  // As many tokens as bytes, or nearly so: rare signs, and signs at random.
  const rare = String.fromCodePoint(...Array.from({ length: 4_000 }, (_, at) => 0x3400 + at))
  const mixed = Array.from(rare, (sign, at) => `${sign}q${(at * 7_919) % 10}Z`).join('')
  const usage = { prompt_tokens: 9, completion_tokens: 24_000 }
  const told = `data: ${JSON.stringify({ choices: [], usage })}\n\n`

  it.each([
    ['rare signs', 'sandbox/chat', rare, 20],
    ['rare signs in frames as large as a slice', 'sandbox/chat', rare, 3_000],
    ['signs at random', 'sandbox/chat', mixed, 20],
    ['rare signs, by a model that counts by itself', 'else', rare, 20],
  ])('delivers no more than the wallet holds of %s', async (_name, model, signs, length) => {
    await open(10_000n, { HoldSliceTokens: 2_048 }, { models: ['*'], reasons: 'never' })
    await rig.parts.tokens.load()
    const said = Array.from(signs.repeat(2)).slice(0, 8_000).join('')
    const frames = (said.match(new RegExp(`.{1,${length}}`, 'gu')) ?? []).map(frame)
    supplier.play({ frames: [...frames, stop, told, 'data: [DONE]\n\n'] })
    const text = await (await ask(rig, { stream: true, more: { model } })).text()
    expect(text).toContain('"code":"insufficient_quota"')
    await until(() => rig.ledger.ends().length === 1)
    const [end] = rig.ledger.ends()
    expect(end?.usage).toMatchObject({ outcome: 'quota-ran-out' })
    // Nothing of it is written off.
    expect(end?.kind === 'settle' && end.amount <= 10_000n).toBe(true)
    const delivered = await rig.parts.tokens.about([saidIn(text)], model)
    expect(delivered).toBeLessThanOrEqual(10_000)
    expect(delivered).toBeGreaterThan(length === 20 ? 9_800 : 0)
  })

  it.each([20, 15_000])(
    'delivers all that the wallet pays for (%s bytes a frame)',
    async (length) => {
      await open(10_000n, { HoldSliceTokens: 2_048 })
      await rig.parts.tokens.load()
      const said = 'All work and no play makes Jack a dull boy. '.repeat(700)
      expect(await rig.parts.tokens.count([said], 'sandbox/chat')).toBeGreaterThan(7_000)
      const frames = (said.match(new RegExp(`.{1,${length}}`, 'g')) ?? []).map(frame)
      supplier.play({ frames: [...frames, stop, 'data: [DONE]\n\n'] })
      const text = await (await ask(rig, { stream: true })).text()
      expect(saidIn(text)).toBe(said)
      await until(() => rig.ledger.ends().length === 1)
      expect(rig.ledger.ends()[0]?.usage).toMatchObject({ outcome: 'complete-counted' })
    },
  )

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

describe('a stream of a model whose longest answer nobody published', () => {
  // A hundred tokens each.
  const many = Array<string>(1_000).fill(frame('x'.repeat(300)))
  const told = (tokens: number): string =>
    `data: {"choices":[],"usage":{"prompt_tokens":3,"completion_tokens":${tokens}}}\n\n`
  const facts: readonly (readonly [string, ModelFactsEntry[]])[] = [
    ['nothing', []],
    ['that it never thinks', [{ models: ['*'], reasons: 'never' }]],
    ['that it thinks', [{ models: ['*'], reasons: 'always' }]],
  ]

  it.each(facts)('costs all that it said, and holds it, where %s is known', async (_, known) => {
    await open(1_000_000n, {}, ...known)
    supplier.play({ frames: [...many, stop, 'data: [DONE]\n\n'] })
    expect(spoken(await (await ask(rig, { stream: true })).text())).toBe(300_000)
    await until(() => rig.ledger.ends().length === 1)
    const [end] = rig.ledger.ends()
    expect(end?.usage).toMatchObject({ outcome: 'complete-counted', output_tokens: 100_000n })
    const held = rig.ledger.commands.reduce(
      (sum, command) =>
        command.kind === 'hold' || command.kind === 'extend' ? sum + Number(command.amount) : sum,
      0,
    )
    expect(held).toBeGreaterThanOrEqual(100_000)
  })

  it.each(facts.slice(0, 1))(
    'is in no doubt when it reports that, where %s is known',
    async (_, known) => {
      await open(1_000_000n, {}, ...known)
      supplier.play({ frames: [...many, stop, told(98_765), 'data: [DONE]\n\n'] })
      await (await ask(rig, { stream: true })).text()
      await until(() => rig.ledger.ends().length === 1)
      const [end] = rig.ledger.ends()
      expect(end?.usage).toMatchObject({ outcome: 'complete', output_tokens: 98_765n, doubts: '' })
    },
  )

  it.each(facts)('ends where the wallet does, where %s is known', async (_, known) => {
    await open(70_000n, {}, ...known)
    supplier.play({ frames: [...many, stop, 'data: [DONE]\n\n'] })
    const text = await (await ask(rig, { stream: true })).text()
    expect(text).toContain('"code":"insufficient_quota"')
    expect(spoken(text)).toBeGreaterThan(3 * 60_000)
    expect(spoken(text)).toBeLessThanOrEqual(3 * 70_000)
    await until(() => rig.ledger.ends().length === 1)
    const [end] = rig.ledger.ends()
    expect(end?.usage).toMatchObject({ outcome: 'quota-ran-out' })
    expect(end?.kind === 'settle' && end.amount <= 70_000n).toBe(true)
  })

  it('costs no more than a limit of ours, where the wallet affords less', async () => {
    await open(20_000n, {}, { models: ['*'], reasons: 'always' })
    supplier.play({ frames: [...many, stop, told(100_000), 'data: [DONE]\n\n'] })
    const response = await ask(rig, { stream: true })
    const limit = Number(response.headers.get('x-posthouse-output-limit'))
    expect(limit).toBeGreaterThan(8_000)
    await response.text()
    await until(() => rig.ledger.ends().length === 1)
    expect(Number(rig.ledger.ends()[0]?.usage?.['output_tokens'])).toBeLessThanOrEqual(limit)
  })

  it('costs all that it said in one piece', async () => {
    await open(1_000_000n, {})
    const message = { content: 'x'.repeat(300_000) }
    const answer = { choices: [{ index: 0, message, finish_reason: 'stop' }] }
    supplier.play({ frames: [JSON.stringify(answer)], contentType: 'application/json' })
    await (await ask(rig)).text()
    await until(() => rig.ledger.ends().length === 1)
    expect(rig.ledger.ends()[0]?.usage).toMatchObject({ output_tokens: 100_000n, doubts: '' })
  })
})

describe('a stream whose supplier does not obey its limit', () => {
  const usage = 'data: {"choices":[],"usage":{"prompt_tokens":3,"completion_tokens":7000}}\n\n'
  const many = Array<string>(400).fill(frame('x'.repeat(300)))

  const limits = [
    [10, ''],
    [10, usage],
    [200, ''],
    [200, usage],
  ] as const

  it.each(limits)(
    'ends where no answer of %s tokens gets, and costs no more',
    async (limit, last) => {
      await open(1_000_000n, {}, { models: ['*'], reasons: 'never' })
      supplier.play({ frames: [...many, stop, last, 'data: [DONE]\n\n'] })
      const text = await (await ask(rig, { stream: true, more: { max_tokens: limit } })).text()
      expect(text).toContain('beyond the limit')
      expect(spoken(text)).toBeGreaterThan(0)
      expect(spoken(text)).toBeLessThanOrEqual(limit * 256 + 256)
      await until(() => rig.ledger.ends().length === 1)
      const [end] = rig.ledger.ends()
      expect(end?.usage).toMatchObject({
        outcome: 'failed-mid-stream',
        output_tokens: BigInt(limit),
      })
      expect(end?.kind === 'settle' && end.amount <= Number(end.usage?.['held'])).toBe(true)
    },
  )

  it('goes on where it may be thoughts beside the limit, and costs no more', async () => {
    await open(1_000_000n, {})
    const reasoned = JSON.stringify({
      choices: [{ index: 0, delta: { reasoning_content: 'y'.repeat(30_000) } }],
    })
    const frames = [`data: ${reasoned}\n\n`, frame('yes'), stop, usage, 'data: [DONE]\n\n']
    supplier.play({ frames })
    const text = await (await ask(rig, { stream: true, more: { max_tokens: 10 } })).text()
    expect(text).toContain('yes')
    await until(() => rig.ledger.ends().length === 1)
    expect(rig.ledger.ends()[0]?.usage).toMatchObject({ output_tokens: 10n })
  })

  it.each(limits)('costs no more than %s tokens in one piece', async (limit, last) => {
    await open(1_000_000n, {})
    const message = { content: 'x'.repeat(12_000) }
    const answer = {
      choices: [{ index: 0, message, finish_reason: 'stop' }],
      ...(last !== '' && { usage: { prompt_tokens: 3, completion_tokens: 7_000 } }),
    }
    supplier.play({ frames: [JSON.stringify(answer)], contentType: 'application/json' })
    const response = await ask(rig, { more: { max_tokens: limit } })
    expect(await response.json()).toMatchObject({ usage: { completion_tokens: limit } })
    await until(() => rig.ledger.ends().length === 1)
    const [end] = rig.ledger.ends()
    expect(end?.usage).toMatchObject({ output_tokens: BigInt(limit) })
    expect(end?.kind === 'settle' && end.amount <= Number(end.usage?.['held'])).toBe(true)
  })

  it('is in no doubt where it reports no more than that', async () => {
    await open(1_000_000n, {})
    const message = { content: 'x'.repeat(2_000) }
    const answer = {
      choices: [{ index: 0, message, finish_reason: 'length' }],
      usage: { prompt_tokens: 3, completion_tokens: 10 },
    }
    supplier.play({ frames: [JSON.stringify(answer)], contentType: 'application/json' })
    await (await ask(rig, { more: { max_tokens: 10 } })).text()
    await until(() => rig.ledger.ends().length === 1)
    expect(rig.ledger.ends()[0]?.usage).toMatchObject({ output_tokens: 10n, doubts: '' })
  })

  it('says the prompt again before its own text, where that was asked for', async () => {
    await open(1_000_000n, {})
    const echoed = { choices: [{ index: 0, text: 'x'.repeat(2_000), finish_reason: 'stop' }] }
    supplier.play({ frames: [`data: ${JSON.stringify(echoed)}\n\n`, 'data: [DONE]\n\n'] })
    const more = { prompt: 'x'.repeat(2_000), echo: true, max_tokens: 1 }
    const response = await ask(rig, { path: '/v1/completions', stream: true, more })
    expect(await response.text()).toContain('x'.repeat(2_000))
    await until(() => rig.ledger.ends().length === 1)
    expect(rig.ledger.ends()[0]?.usage).toMatchObject({ outcome: 'complete-counted' })
  })

  it('is asked for nothing more when it obeys, however long its tokens are', async () => {
    await open(1_000_000n, {})
    const words = Array<string>(10).fill(frame(' consequence'))
    supplier.play({ frames: [...words, stop, 'data: [DONE]\n\n'] })
    const text = await (await ask(rig, { stream: true, more: { max_tokens: 10 } })).text()
    expect(spoken(text)).toBe(120)
    expect(rig.ledger.commands.some(({ kind }) => kind === 'extend')).toBe(false)
  })

  it.each(['max_tokens', 'max_completion_tokens', 'num_predict'])(
    'is not asked with %s 0, which no vendor takes',
    async (name) => {
      await open(1_000n, {})
      const response = await ask(rig, { stream: true, more: { [name]: 0 } })
      expect([response.status, await response.text()]).toEqual([
        400,
        expect.stringContaining('from 1 to'),
      ])
      expect(rig.ledger.commands).toEqual([])
    },
  )
})

describe('a model that thinks beside its limit', () => {
  const usage = {
    prompt_tokens: 3,
    completion_tokens: 30_001,
    completion_tokens_details: { reasoning_tokens: 30_000 },
  }
  const thinks: ModelFactsEntry = {
    models: ['*'],
    output: 65_536,
    reasons: 'always',
    limitExcludesReasoning: true,
  }

  it('is not let in with less than a slice of its thoughts', async () => {
    await open(1_000n, {}, thinks)
    const response = await ask(rig, { more: { max_tokens: 1 } })
    expect(response.status).toBe(402)
    expect(rig.ledger.balanceOf('wallet:1')).toBe(1_000n)
  })

  it('in one piece holds what it may think, and no limit of ours pretends to bound it', async () => {
    await open(1_000_000n, {}, thinks)
    const message = { content: 'x' }
    const answer = { choices: [{ index: 0, message, finish_reason: 'length' }], usage }
    supplier.play({ frames: [JSON.stringify(answer)], contentType: 'application/json' })
    const response = await ask(rig, { more: { max_tokens: 1 } })
    expect([response.status, response.headers.get('x-posthouse-output-limit')]).toEqual([200, null])
    await until(() => rig.ledger.ends().length === 1)
    const [end] = rig.ledger.ends()
    expect(Number(end?.usage?.['held'])).toBeGreaterThanOrEqual(65_536)
    expect(end).toMatchObject({ amount: 30_004n })
  })

  it('holds its thoughts in a stream as they come', async () => {
    await open(1_000n, {}, thinks)
    const reasoned = JSON.stringify({
      id: 'x',
      choices: [{ index: 0, delta: { reasoning_content: 'y'.repeat(300) }, finish_reason: null }],
    })
    supplier.play({ frames: [...Array<string>(300).fill(`data: ${reasoned}\n\n`), stop] })
    const asking = Array.from({ length: 20 }, () =>
      ask(rig, { stream: true, more: { max_tokens: 1 } }),
    )
    const answers = await Promise.all(asking)
    await Promise.all(answers.map((answer) => answer.text()))
    const reached = answers.filter(({ status }) => status === 200).length
    await until(() => rig.ledger.ends().length === reached)
    const charged = rig.ledger
      .ends()
      .reduce((sum, end) => sum + (end.kind === 'settle' ? Number(end.amount) : 0), 0)
    expect(charged).toBeLessThanOrEqual(1_000)
  })
})

it.each([
  ['always thinks', { reasons: 'always' }],
  ['thinks beside its limit', { reasons: 'optional', limitExcludesReasoning: true }],
] as const)('a stream of a model that %s holds all of it, with a limit too', async (_, facts) => {
  await open(1_000_000n, {}, { models: ['*'], output: 65_536, ...facts })
  const usage = { prompt_tokens: 3, completion_tokens: 20_000 }
  const told = `data: ${JSON.stringify({ id: 'x', choices: [], usage })}\n\n`
  supplier.play({ frames: [frame('yes'), stop, told, 'data: [DONE]\n\n'] })
  await (await ask(rig, { stream: true, more: { max_tokens: 20_000 } })).text()
  await until(() => rig.ledger.ends().length === 1)
  const [end] = rig.ledger.ends()
  expect(end?.kind === 'settle' && end.amount).toBe(20_003n)
  expect(Number(end?.usage?.['held'])).toBeGreaterThanOrEqual(20_003)
  expect(rig.ledger.commands.some(({ kind }) => kind === 'extend')).toBe(false)
})

describe('a stream of a model that thinks in silence, without a limit', () => {
  const thinks: ModelFactsEntry = { models: ['*'], output: 65_536, reasons: 'optional' }
  const usage = {
    prompt_tokens: 3,
    completion_tokens: 60_000,
    completion_tokens_details: { reasoning_tokens: 59_990 },
  }
  const frames = [
    frame('yes'),
    stop,
    `data: ${JSON.stringify({ id: 'x', choices: [], usage })}\n\n`,
    'data: [DONE]\n\n',
  ]

  it('is told what the wallet pays for, and costs no more', async () => {
    await open(30_000n, {}, thinks)
    supplier.play({ frames })
    const response = await ask(rig, { stream: true })
    const limit = Number(response.headers.get('x-posthouse-output-limit'))
    await response.text()
    expect(supplier.asked()).toMatchObject({ max_tokens: limit })
    expect(limit).toBeGreaterThan(8_192)
    expect(limit).toBeLessThan(30_000)
    await until(() => rig.ledger.ends().length === 1)
    const [end] = rig.ledger.ends()
    expect(end?.kind === 'settle' && end.amount <= 30_000n).toBe(true)
  })

  it.each([
    ['comes whole where it obeys our limit, however it is counted', 8_000, 'complete'],
    ['ends where it is far beyond our limit', 24_000, 'quota-ran-out'],
  ])('%s', async (_, words, outcome) => {
    await open(9_000n, {}, thinks)
    const spent = { prompt_tokens: 3, completion_tokens: words }
    const last = `data: ${JSON.stringify({ id: 'x', choices: [], usage: spent })}\n\n`
    const said = Array<string>(words / 40).fill(frame(' word'.repeat(40)))
    supplier.play({ frames: [...said, stop, last, 'data: [DONE]\n\n'] })
    const response = await ask(rig, { stream: true, more: { model: 'else' } })
    expect(Number(response.headers.get('x-posthouse-output-limit'))).toBe(8_192)
    await response.text()
    await until(() => rig.ledger.ends().length === 1)
    const [end] = rig.ledger.ends()
    expect(end?.usage).toMatchObject({ outcome })
    expect(end?.kind === 'settle' && end.amount <= 9_000n).toBe(true)
  })

  it('has no limit of ours where the wallet pays for all of it', async () => {
    await open(1_000_000n, {}, thinks)
    supplier.play({ frames })
    const response = await ask(rig, { stream: true })
    await response.text()
    expect(response.headers.get('x-posthouse-output-limit')).toBe(null)
    await until(() => rig.ledger.ends().length === 1)
    expect(rig.ledger.ends()[0]).toMatchObject({ kind: 'settle', amount: 60_003n })
  })

  it('leaves half of what is free to others beside it', async () => {
    await open(40_000n, {}, thinks)
    supplier.play({ frames: [frame('yes')], holds: true })
    const first = await ask(rig, { stream: true })
    expect(first.status).toBe(200)
    expect(Number(rig.ledger.availableOf('wallet:1'))).toBe(20_000)
    await first.body?.cancel()
  })
})

describe('a stream with a prediction', () => {
  const talks: ModelFactsEntry = { models: ['*'], output: 65_536, reasons: 'never', out: ['text'] }
  const prediction = { type: 'content', content: 'x'.repeat(40_000) }
  const usage = { prompt_tokens: 3, completion_tokens: 30_000 }
  const frames = [
    frame('yes'),
    stop,
    `data: ${JSON.stringify({ id: 'x', choices: [], usage })}\n\n`,
    'data: [DONE]\n\n',
  ]

  it.each([{}, { max_tokens: 50_000 }])('holds what is rejected of it: %j', async (more) => {
    await open(1_000_000n, {}, talks)
    supplier.play({ frames })
    await (await ask(rig, { stream: true, more: { prediction, ...more } })).text()
    await until(() => rig.ledger.ends().length === 1)
    const [end] = rig.ledger.ends()
    expect(end).toMatchObject({ kind: 'settle', amount: 30_003n })
    expect(Number(end?.usage?.['held'])).toBeGreaterThanOrEqual(30_003)
  })

  it('is told what the wallet pays for, and costs no more', async () => {
    await open(25_000n, {}, talks)
    supplier.play({ frames })
    const response = await ask(rig, { stream: true, more: { prediction } })
    const limit = Number(response.headers.get('x-posthouse-output-limit'))
    await response.text()
    expect(supplier.asked()).toMatchObject({ max_tokens: limit })
    await until(() => rig.ledger.ends().length === 1)
    const [end] = rig.ledger.ends()
    expect(end?.kind === 'settle' && end.amount <= 25_000n).toBe(true)
    expect(end?.usage).toMatchObject({ output_tokens: BigInt(limit) })
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
