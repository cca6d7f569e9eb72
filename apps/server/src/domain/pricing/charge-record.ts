import { type Meters, tokensOf } from '@posthouse/llm/meter'
import type { Usage } from '@posthouse/llm/usage'
import { microQuota, type PriceEntry, type PriceLine } from './price-book.ts'
import type { PriceFacts } from './price.ts'
import { callsOf, metersAs, metersOfRecord, type UsageForm } from './stored-usage.ts'

/**
 * Everything that `price` was given, as the usage row keeps it: enough to explain a charge and to
 * compute it again, whatever has become of the price book since.
 */
export function chargeRecord(used: Meters, facts: PriceFacts, form: UsageForm): string {
  // Written for every request: the entry, its greater part, is turned into text once a book and tier.
  const head = JSON.stringify({
    ...(form === 'meters' ? { used } : { usage: tokensOf(used), calls: callsOf(used) }),
    ratio: String(facts.ratioMillionths),
    tier: facts.tier,
  })
  return `${head.slice(0, -1)},"entry":${entryText(facts)}}`
}

const entryTexts = new WeakMap<PriceEntry, Map<string, string>>()

/** Lines of tiers that did not answer explain nothing, and are most of an entry. */
function entryText({ entry, tier = '' }: PriceFacts): string {
  const answered = entry.lines.some((line) => line.tier === tier) ? tier : ''
  const texts = entryTexts.get(entry) ?? new Map<string, string>()
  const known = texts.get(answered)
  if (known !== undefined) return known
  const lines = entry.lines
    .filter((line) => line.tier === undefined || line.tier === answered)
    .map((line) => ({ ...line, amount: String(line.amount) }))
  const text = JSON.stringify({ ...entry, lines })
  entryTexts.set(entry, texts.set(answered, text))
  return text
}

type StoredEntry = Omit<PriceEntry, 'lines'> & {
  readonly lines: readonly (Omit<PriceLine, 'amount'> & { readonly amount: string })[]
}

type Stored = {
  readonly used?: unknown
  /** In the form of before, as are `calls`. */
  readonly usage?: Partial<Usage>
  readonly calls?: number
  readonly ratio: string
  /** Rows of before there were tiers have none, as have those of which nobody said it. */
  readonly tier?: string
  readonly entry: StoredEntry
}

/** The input of `price` for a row. */
export type Priced = { readonly used: Meters; readonly facts: PriceFacts }

/** Reads what `chargeRecord` wrote; null for a row that was not priced. */
export function readChargeRecord(text: string): Priced | null {
  if (text === '' || text === '{}') return null
  const stored: Stored = JSON.parse(text)
  const lines = stored.entry.lines.map((line) => ({
    ...line,
    amount: microQuota(BigInt(line.amount)),
  }))
  return {
    used:
      stored.used === undefined
        ? metersOfRecord(stored.usage ?? {}, stored.calls ?? 0)
        : metersAs(stored.used),
    facts: {
      entry: { ...stored.entry, lines },
      ratioMillionths: BigInt(stored.ratio),
      ...(stored.tier === undefined ? {} : { tier: stored.tier }),
    },
  }
}
