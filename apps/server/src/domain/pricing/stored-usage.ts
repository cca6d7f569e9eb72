import { metersOf, type Metered, type Meters, oneCall, tokensOf } from '@posthouse/llm/meter'
import { noUsage, type Usage } from '@posthouse/llm/usage'

/**
 * The form of usage in a row. `meters`: as a list of them, `call` among them. `buckets`: as tokens by bucket, and
 * the calls in the record of the charge. Both are read; the list is written once every node reads it.
 */
export type UsageForm = 'buckets' | 'meters'

/** As the column `usage` keeps it. */
export const usageText = (meters: Meters, form: UsageForm): string =>
  JSON.stringify(form === 'meters' ? meters : bucketsOf(meters))

const bucketsOf = (meters: Meters): Partial<Usage> =>
  Object.fromEntries(Object.entries(tokensOf(meters)).filter(([, tokens]) => tokens > 0))

/** Reads what `usageText` wrote, in either form. Throws where it is neither. */
export function metersIn(text: string): Meters {
  const stored: unknown = JSON.parse(text)
  if (Array.isArray(stored)) return metersAs(stored)
  return metersOf({ ...noUsage, ...(stored as Partial<Usage>) })
}

/** Throws where it is no list of meters. */
export function metersAs(stored: unknown): Meters {
  if (Array.isArray(stored) && stored.every(isMetered)) return stored
  throw new Error('no list of meters')
}

/** A meter of a later version is one too: it is kept, and nothing here has a price for it. */
const isMetered = (stored: unknown): stored is Metered =>
  typeof stored === 'object' &&
  stored !== null &&
  'meter' in stored &&
  typeof stored.meter === 'string' &&
  'amount' in stored &&
  Number.isSafeInteger(stored.amount) &&
  Number(stored.amount) > 0

export const callsOf = (meters: Meters): number =>
  meters.reduce((sum, { meter, amount }) => (meter === 'call' ? sum + amount : sum), 0)

/** Tokens and calls of a record of before as meters. */
export const metersOfRecord = (usage: Partial<Usage>, calls: number): Meters => [
  ...metersOf({ ...noUsage, ...usage }),
  ...(calls > 0 ? [{ ...oneCall, amount: calls }] : []),
]
