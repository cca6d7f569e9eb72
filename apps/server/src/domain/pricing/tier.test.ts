import { tierWord } from '@posthouse/contract/line-condition'
import { describe, expect, it } from 'vitest'
import { microQuota, type PriceEntry } from './price-book.ts'
import { priceServed } from './tier.ts'

it.each([
  ['flex', 'flex'],
  ['Priority', 'priority'],
  ['ON_DEMAND_FLEX', 'flex'],
  ['ON_DEMAND', 'on_demand'],
  ['SERVICE_TIER_PRIORITY', 'priority'],
])('%s is %s in the book', (said, word) => {
  expect(tierWord(said)).toBe(word)
})

describe('the tier that is charged', () => {
  const line = (amount: bigint, tier?: string): PriceEntry['lines'][number] => ({
    bucket: 'output',
    unit: 'token',
    amount: microQuota(amount * 1_000_000n),
    fromInputTokens: 0,
    ...(tier === undefined ? {} : { tier }),
  })
  const entry: PriceEntry = {
    model: 'm',
    type: 'tokens',
    channelType: 1,
    lines: [line(4n), line(2n, 'flex'), line(8n, 'priority')],
  }
  const served = (said: string | null, asked: string) => {
    const facts = { entry, ratioMillionths: 1_000_000n, beganAt: 0 }
    const used = [{ meter: 'output', amount: 10 }] as const
    const { charge, facts: kept } = priceServed(used, facts, { said, asked })
    return [Number(charge.quota), kept.tier ?? '']
  }

  it.each([
    { said: 'priority', asked: '', is: [80, 'priority'] },
    { said: 'default', asked: 'priority', is: [40, 'default'] },
    { said: 'flex', asked: 'flex', is: [20, 'flex'] },
    { said: 'ON_DEMAND_FLEX', asked: '', is: [20, 'flex'] },
  ])('is the one that the supplier said: $said', ({ said, asked, is }) => {
    expect(served(said, asked)).toEqual(is)
  })

  it.each([
    { asked: '', is: [40, ''] },
    { asked: 'priority', is: [80, 'priority'] },
    { asked: 'flex', is: [40, ''] },
    { asked: 'auto', is: [40, ''] },
  ])('is the dearer one when nothing was said and "$asked" was asked for', ({ asked, is }) => {
    expect(served(null, asked)).toEqual(is)
  })
})
