import type { Meters } from '@posthouse/llm/canonical/meter'
import { linesAt } from './lines-at.ts'
import { microQuota, type PriceEntry, type PriceLine } from './price-book.ts'
import type { PriceFacts } from './price.ts'
import { metersAs } from './stored-usage.ts'

/**
 * Everything that `price` was given, as the usage row keeps it: enough to explain a charge and to
 * compute it again, whatever has become of the price book since.
 */
export function chargeRecord(used: Meters, facts: PriceFacts): string {
  // Written for every request: the entry, its greater part, is turned into text once a book and tier.
  const head = JSON.stringify({
    used,
    ratio: String(facts.ratioMillionths),
    tier: facts.tier,
    began: facts.beganAt,
  })
  return `${head.slice(0, -1)},"entry":${entryText(facts)}}`
}

/** By the lines in force. */
const entryTexts = new WeakMap<readonly PriceLine[], Map<string, string>>()

/** Lines of other dates, and of tiers that did not answer, explain nothing, and are most of an entry. */
function entryText({ entry, tier = '', beganAt }: PriceFacts): string {
  const inForce = linesAt(entry, beganAt)
  const answered = inForce.some((line) => line.tier === tier) ? tier : ''
  const texts = entryTexts.get(inForce) ?? new Map<string, string>()
  const known = texts.get(answered)
  if (known !== undefined) return known
  const lines = inForce
    .filter((line) => line.tier === undefined || line.tier === answered)
    .map((line) => ({ ...line, amount: String(line.amount) }))
  const text = JSON.stringify({ ...entry, lines })
  entryTexts.set(inForce, texts.set(answered, text))
  return text
}

type StoredEntry = Omit<PriceEntry, 'lines'> & {
  readonly lines: readonly (Omit<PriceLine, 'amount'> & { readonly amount: string })[]
}

type StoredCharge = {
  readonly used: unknown
  readonly ratio: string
  /** Nobody said it of rows that have none. */
  readonly tier?: string
  /** Absent of rows from before lines had dates. */
  readonly began?: number
  readonly entry: StoredEntry
}

/** The input of `price` for a row. */
export type PriceInputs = { readonly used: Meters; readonly facts: PriceFacts }

/** Reads what `chargeRecord` wrote; null for a row that was not priced. */
export function readChargeRecord(text: string): PriceInputs | null {
  if (text === '') return null
  const stored: StoredCharge = JSON.parse(text)
  const lines = stored.entry.lines.map((line) => ({
    ...line,
    amount: microQuota(BigInt(line.amount)),
  }))
  return {
    used: metersAs(stored.used),
    facts: {
      entry: { ...stored.entry, lines },
      ratioMillionths: BigInt(stored.ratio),
      ...(stored.tier === undefined ? {} : { tier: stored.tier }),
      beganAt: stored.began ?? 0,
    },
  }
}
