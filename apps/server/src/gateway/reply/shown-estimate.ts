import type { CostRange } from '../../charging/cost-range.ts'

/** The answer to a request for an estimate. */
export const shownEstimate = (model: string, { least, most }: CostRange): object => ({
  object: 'estimate',
  model,
  quota: { least: Number(least), most: Number(most) },
})
