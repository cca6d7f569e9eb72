import type { ModelFactsEntry } from '@posthouse/contract/model-facts-entry'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { ask, askOnly, channel, errorOf, onePerToken, type Rig, until } from './rig/gateway-rig.ts'
import { rigs } from './rig/rigs.ts'
import { type ScriptedSupplier, scriptedSupplier } from './rig/scripted-supplier.ts'

/*
 * What a broken supplier sends without an end, or what is no answer at all, costs no wallet more than a model can say.
 */

const mebibyte = 1024 * 1024
const stand = rigs()
let supplier: ScriptedSupplier
beforeAll(async () => {
  supplier = await scriptedSupplier()
})
afterAll(() => supplier.close())

const before = (...facts: ModelFactsEntry[]): Promise<Rig> =>
  stand({
    facts,
    channels: [channel({ type: 8, baseUrl: supplier.url })],
    prices: [{ ...onePerToken, model: '*' }],
    balance: 100_000_000n,
  })

const endOf = async ({ ledger }: Rig) => {
  await until(() => ledger.ends().length === 1)
  return ledger.ends()[0]
}

describe('a whole answer that is no JSON', () => {
  const junk = (bytes: number): string => `{${'word '.repeat(bytes / 5)}}`
  it.each([0.1, 1.5, 3, 6])('is no answer, and costs nothing (%s MiB)', async (size) => {
    const rig = await before()
    supplier.play({ frames: [junk(size * mebibyte)], contentType: 'application/json' })
    const response = await ask(rig)
    expect([response.status, (await errorOf(response)).code]).toEqual([502, 'upstream_failed'])
    expect(await endOf(rig)).toMatchObject({ kind: 'void' })
  })

  it('is none in place of vectors either', async () => {
    for (const size of [1.5, 6]) {
      const rig = await before()
      supplier.play({ frames: [junk(size * mebibyte)], contentType: 'application/json' })
      const response = await ask(rig, { path: '/v1/embeddings', more: { input: 'a' } })
      expect(response.status).toBe(502)
      expect(await endOf(rig)).toMatchObject({ kind: 'void' })
    }
  })
})

describe('vectors that are too long to be kept', () => {
  const vectors = '{"data":[{"embedding":['
  const numbers = Array.from({ length: 48 }, () => '0.25,'.repeat(mebibyte / 10))

  it('go on as they come, and cost what went in', async () => {
    const rig = await before()
    const frames = [vectors, ...numbers, '1]}],"usage":{"prompt_tokens":7,"total_tokens":7}}']
    supplier.play({ frames, contentType: 'application/json' })
    const response = await ask(rig, { path: '/v1/embeddings', more: { input: 'a' } })
    expect((await response.text()).length).toBe(frames.join('').length)
    expect(await endOf(rig)).toMatchObject({ kind: 'settle', amount: 7n })
  })

  it.each([
    ['become something else', 'and so on'],
    ['do not come to an end', '1]'],
  ])('and break off when they %s', async (_, last) => {
    const rig = await before()
    supplier.play({ frames: [vectors, ...numbers, last], contentType: 'application/json' })
    const response = await ask(rig, { path: '/v1/embeddings', more: { input: 'a' } })
    await expect(response.text()).rejects.toThrow()
    expect((await endOf(rig))?.usage).toMatchObject({
      outcome: 'failed-mid-stream',
      output_tokens: 0n,
    })
  })
})

describe('text without an end', () => {
  const text = 'All work and no play. '.repeat(5_000)
  const frames = [
    ...[text.slice(0, 210), ...Array<string>(20).fill(text)].map(
      (content) => `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content } }] })}\n\n`,
    ),
    'data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\n',
  ]
  const published: ModelFactsEntry = { models: ['*'], output: 32_768 }
  const end = 'data: [DONE]\n\n'

  it.each([
    ['as much as the model can say', {}, 32_768],
    ['what was asked for', { max_tokens: 10 }, 10],
    ['as often as it was asked for', { max_tokens: 10, n: 3 }, 30],
  ])('costs %s', async (_, more, most) => {
    for (const last of [[end], ['data: {"error":"gone"}\n\n']]) {
      const rig = await before(published)
      supplier.play({ frames: [...frames, ...last] })
      await (await ask(rig, { stream: true, more })).text()
      expect((await endOf(rig))?.usage).toMatchObject({ output_tokens: BigInt(most) })
    }
  })

  it('costs no more when its supplier counted it all', async () => {
    const rig = await before(published)
    const usage = { prompt_tokens: 3, completion_tokens: 900_000, total_tokens: 900_003 }
    supplier.play({
      frames: [...frames, `data: ${JSON.stringify({ choices: [], usage })}\n\n`, end],
    })
    await (await ask(rig, { stream: true })).text()
    expect((await endOf(rig))?.usage).toMatchObject({ output_tokens: 32_768n })
  })
})

it('a stream without a report is counted when its client has the end', async () => {
  const rig = await before()
  const frames = [{ delta: { content: 'so it was' } }, { delta: {}, finish_reason: 'stop' }].map(
    (choice) => `data: ${JSON.stringify({ choices: [{ index: 0, ...choice }] })}\n\n`,
  )
  supplier.play({ frames: [...frames, 'data: [DONE]\n\n'] })
  const counting = Promise.withResolvers<number>()
  vi.spyOn(rig.parts.tokens, 'count').mockImplementation(async ([said = '']) =>
    said === 'so it was' ? counting.promise : 1,
  )
  const response = await askOnly(rig, { stream: true })
  expect(await response.text()).toContain('[DONE]')
  expect(rig.ledger.ends()).toEqual([])
  counting.resolve(5)
  expect((await endOf(rig))?.usage).toMatchObject({ output_tokens: 5n })
})
