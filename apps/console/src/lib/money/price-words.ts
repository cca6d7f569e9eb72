import type { PriceInput } from '@posthouse/contract/price'
import type { PriceStep } from '@posthouse/contract/price-steps'
import type { TFunction } from 'i18next'
import { callMicros, dollarsOfMicros, perOf } from './line-amount.ts'
import { dayText } from '../time/utc-day.ts'
import { dollarsOfMultiplier } from './multiplier.ts'
import { linesNow } from './price-lines.ts'

type ShownPrice = Pick<PriceInput, 'type' | 'input' | 'output' | 'lines'>

/** A price with its unit: of input and output, or of what the model is priced by instead. */
export function priceWords({ type, input, output, lines = [] }: ShownPrice, t: TFunction): string {
  if (type === 'times') return amountWords('call', callMicros(input), t)
  const isFree = Number(input) === 0 && Number(output) === 0
  const unit = isFree ? unitLineOf(lines) : undefined
  if (unit !== undefined) return amountWords(unit.bucket, unit.amount_micro, t)
  const dollars = (multiplier: string): string => dollarsOfMultiplier(multiplier) ?? multiplier
  return t('pricing.inOut', { input: dollars(input), output: dollars(output) })
}

/** The plain line of calls, characters or seconds of a price. */
export const unitLineOf = <Line extends NonNullable<PriceInput['lines']>[number]>(
  lines: readonly Line[],
): Line | undefined =>
  linesNow(lines).find(
    ({ bucket, amount_micro: amount, tier, from_input_tokens: from, attributes }) =>
      perOf(bucket) !== 'million' &&
      amount !== '0' &&
      tier === undefined &&
      from === undefined &&
      attributes === undefined,
  )

const amountWords = (bucket: string, micros: string, t: TFunction): string => {
  const per = perOf(bucket)
  return t(`pricing.amountPer.${per}`, { dollars: dollarsOfMicros(micros, per) })
}

/** `Calls: $0.025 per call → $0.00006 per call`. */
export function stepWords(step: PriceStep, t: TFunction): string {
  const { bucket, from_input_tokens: from, tier, attributes, day, before, after } = step
  const conditions = [
    ...(from === undefined
      ? []
      : [t('pricing.stepFrom', { tokens: from.toLocaleString('en-US') })]),
    ...(tier === undefined ? [] : [t('pricing.stepTier', { tier })]),
    ...Object.values(attributes ?? {}),
    ...(day === undefined ? [] : [t('pricing.stepDay', { day: dayText(day) })]),
  ]
  const amount = (micros: string): string =>
    micros === '0' ? t('pricing.freeOfCharge') : amountWords(bucket, micros, t)
  const name = t(`pricing.buckets.${bucket}`)
  const meter = conditions.length === 0 ? name : `${name} (${conditions.join(', ')})`
  return t('pricing.step', { meter, before: amount(before), after: amount(after) })
}
