import { array, assert as check, asyncProperty, string } from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { DeliveredContent } from './delivered-content.ts'
import { escaped } from '../codec/answer/event-watch.ts'
import { RunningCount } from './running-count.ts'
import { createTokenCounter } from './token-counter.ts'

const counter = createTokenCounter({ monotonic: () => 0, deadlineMs: 500 })
// A busy machine reads the vocabularies slowly.
beforeAll(() => counter.load(), 60_000)

const model = 'gpt-5'
const running = (): RunningCount => new RunningCount((text) => counter.most([text], model))
const settled = (texts: readonly string[]): Promise<number> => {
  const delivered = new DeliveredContent()
  for (const text of texts) delivered.add(text)
  return delivered.count(counter, model)
}

it('is what is settled, however often it was counted on the way, and never less before', async () => {
  const text = string({ unit: 'binary', minLength: 1, maxLength: 400 })
  await check(
    asyncProperty(array(text, { minLength: 1, maxLength: 8 }), async (said) => {
      const texts = said.map(escaped)
      const count = running()
      let bytes = 0
      for (const [at, one] of texts.entries()) {
        count.say([one])
        bytes += one.length
        const charged = await settled(texts.slice(0, at + 1))
        expect(count.most(bytes)).toBeGreaterThanOrEqual(charged)
        if (at % 2 === 1) await count.countOn()
        if (count.isCounted) expect(count.most(bytes)).toBe(charged)
      }
    }),
  )
})

it('reads signs whose halves come apart', async () => {
  const count = running()
  const texts = ['\\ud83d', '\\ude00']
  for (const text of texts) {
    count.say([text])
    await count.countOn()
  }
  expect(count.most(12)).toBe(await settled(texts))
})

it('counts what comes while it counts the next time', async () => {
  const count = running()
  count.say(['hello'])
  const counting = count.countOn()
  count.say([' world'])
  await counting
  expect([count.most(11), count.isCounted]).toEqual([1 + 6, false])
  await count.countOn()
  expect([count.most(11), count.isCounted]).toEqual([2, true])
})

it('is never less than is charged by bytes of what is too long to be kept', async () => {
  const count = running()
  const texts = Array<string>(140).fill('All work and no play. '.repeat(200))
  for (const text of texts) {
    count.say([text])
    await count.countOn()
  }
  const bytes = texts.join('').length
  expect(count.most(bytes)).toBeGreaterThanOrEqual(await settled(texts))
})
