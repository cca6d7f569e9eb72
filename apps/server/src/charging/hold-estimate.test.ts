import { quota } from '@posthouse/ledger/quota'
import { assert as check, boolean, integer, option, property, record } from 'fast-check'
import { oneCall } from '@posthouse/llm/canonical/meter'
import { noUsage } from '@posthouse/llm/canonical/usage'
import { expect, it } from 'vitest'
import { microQuota, type PriceEntry } from '../domain/pricing/price-book.ts'
import type { PricedCandidate } from '../domain/pricing/priced-candidate.ts'
import { chargeOf } from './usage-row.ts'
import {
  type Estimator,
  estimator,
  holdWanted,
  leastCost,
  outputAfforded,
} from './hold-estimate.ts'

const estimate: Estimator = (input, output) => quota(input * 2 + output * 3)
const bounded = (asked: number) => ({ asked, besideLimit: false })
const output = {
  limit: null,
  bounds: bounded(4_000),
  answers: 1,
  inSlices: true,
  sliceTokens: 100,
  preConsumed: 50,
  inputElsewhere: null,
}

it('a stream holds its input and one slice', () => {
  expect(holdWanted(estimate, 10, output)).toEqual({
    outputTokens: 100,
    amount: 320n,
    plain: 320n,
    modest: 320n,
    minimum: 70n,
  })
  expect(holdWanted(estimate, 10, { ...output, limit: 5, bounds: bounded(5) })).toEqual({
    outputTokens: 5,
    amount: 35n,
    plain: 35n,
    modest: 35n,
    minimum: 35n,
  })
})

it('an answer in one piece holds all of it, times its alternatives', () => {
  const whole = { ...output, inSlices: false, limit: 1_000, bounds: bounded(1_000), answers: 3 }
  const amount = 9_020n
  expect(holdWanted(estimate, 10, whole)).toMatchObject({
    outputTokens: 3_000,
    amount,
    modest: amount,
  })
})

it('one without a limit holds the longest that its model can give, and is modest', () => {
  const whole = { ...output, inSlices: false, answers: 2 }
  expect(holdWanted(estimate, 10, whole)).toEqual({
    outputTokens: 8_000,
    amount: 24_020n,
    plain: 24_020n,
    modest: 620n,
    minimum: 70n,
  })
})

it('what is thought beside a limit is held as well, and a slice of it lets the request in', () => {
  const thinks = { ...output, limit: 5, bounds: { asked: 2_005, besideLimit: true } }
  expect(holdWanted(estimate, 10, { ...thinks, inSlices: false })).toEqual({
    outputTokens: 2_005,
    amount: 6_035n,
    plain: 6_035n,
    modest: 320n,
    minimum: 320n,
  })
  expect(holdWanted(estimate, 10, thinks)).toMatchObject({ amount: 320n, minimum: 70n })
})

it('what a supplier may read elsewhere is held as well, as far as the wallet goes', () => {
  expect(
    holdWanted(estimate, 10, { ...output, limit: 5, bounds: bounded(5), inputElsewhere: 1_000 }),
  ).toEqual({
    outputTokens: 5,
    amount: 2_015n,
    plain: 35n,
    modest: 70n,
    minimum: 70n,
  })
})

it('what is wanted makes sense: the least, what is modest and all of it, in this order', () => {
  const tokens = integer({ min: 0, max: 100_000 })
  const wishes = record({
    limit: option(integer({ min: 1, max: 100_000 })),
    bounds: record({ asked: integer({ min: 1, max: 100_000 }), besideLimit: boolean() }),
    answers: integer({ min: 1, max: 8 }),
    inSlices: boolean(),
    sliceTokens: integer({ min: 1, max: 10_000 }),
    preConsumed: tokens,
    inputElsewhere: option(tokens),
  })
  check(
    property(tokens, wishes, (input, wish) => {
      const { minimum, modest, amount } = holdWanted(estimate, input, wish)
      expect([minimum <= modest, modest <= amount]).toEqual([true, true])
    }),
  )
})

it('the output that is afforded never costs more than the amount', () => {
  check(
    property(integer({ min: 0, max: 1_000 }), integer({ min: 1, max: 5_000 }), (input, wanted) => {
      const amount = quota(input * 2 + 777)
      const afforded = outputAfforded(estimate, input, { amount, wanted })
      expect(estimate(input, afforded) <= amount).toBe(true)
      expect(afforded === wanted || estimate(input, afforded + 1) > amount).toBe(true)
    }),
  )
})

it('a hold is enough for what a request may use beside tokens', () => {
  const entry: PriceEntry = {
    model: 'm',
    type: 'tokens',
    channelType: 1,
    lines: [
      {
        bucket: 'character',
        unit: 'character',
        amount: microQuota(7_500_000n),
        fromInputTokens: 0,
      },
    ],
  }
  const request = {
    answers: 1,
    kind: null,
    outputIs: 'output',
    beside: [{ meter: 'character', amount: 1_000 }],
  } as const
  const ratioMillionths = 1_000_000n
  const hold = estimator([{ entry } as PricedCandidate], {
    ratioMillionths,
    beganAt: 0,
    tierAsked: '',
    request,
  })
  expect(hold(10, 0)).toBe(7_500n)
  const facts = {
    candidate: { entry },
    payer: { group: { symbol: 'g', ratioMillionths } },
    beganAt: 0,
    tier: { said: null, asked: '' },
    request,
  }
  expect(chargeOf(noUsage, facts).charge.quota).toBe(7_500n)
  // What was used counts, where that is known at the end.
  const used = chargeOf(noUsage, { ...facts, beside: [{ meter: 'character', amount: 10 }] })
  expect(used.charge.quota).toBe(75n)
  expect(used.used).toEqual([oneCall, { meter: 'character', amount: 10 }])
})

it('the least is that of the cheapest candidate without output, the most that of the dearest', () => {
  const priced = (input: bigint, call: bigint): PricedCandidate => {
    const lines: PriceEntry['lines'] = [
      { bucket: 'input', unit: 'token', amount: microQuota(input), fromInputTokens: 0 },
      { bucket: 'output', unit: 'token', amount: microQuota(2_000_000n), fromInputTokens: 0 },
      { bucket: 'call', unit: 'call', amount: microQuota(call), fromInputTokens: 0 },
    ]
    return { entry: { model: 'm', type: 'tokens', channelType: 1, lines } } as PricedCandidate
  }
  const candidates = [priced(1_000_000n, 5_000_000n), priced(3_000_000n, 1_000_000n)]
  const request = { answers: 1, kind: null, outputIs: 'output' } as const
  const terms = { ratioMillionths: 1_000_000n, beganAt: 0, tierAsked: '', request }
  expect(leastCost(candidates, terms, 10)).toBe(15n)
  expect(estimator(candidates, terms)(10, 4)).toBe(39n)
  expect(leastCost([], terms, 10)).toBe(0n)
})
