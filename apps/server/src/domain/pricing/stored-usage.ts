import type { MeterAmount, Meters } from '@posthouse/llm/canonical/meter'

/** Reads what the column `usage` keeps. Throws where it is no list of meters. */
export const metersIn = (text: string): Meters => metersAs(JSON.parse(text))

/** Throws where it is no list of meters. */
export function metersAs(stored: unknown): Meters {
  if (Array.isArray(stored) && stored.every(isMetered)) return stored
  throw new Error('no list of meters')
}

/** A meter that nothing here has a price for is one too, and is kept. */
const isMetered = (stored: unknown): stored is MeterAmount =>
  typeof stored === 'object' &&
  stored !== null &&
  'meter' in stored &&
  typeof stored.meter === 'string' &&
  'amount' in stored &&
  Number.isSafeInteger(stored.amount) &&
  Number(stored.amount) > 0
