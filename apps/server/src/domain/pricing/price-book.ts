import type { Attributes, Meter, unitOf } from '@posthouse/llm/canonical/meter'
import type { Dates } from '@posthouse/contract/dated-lines'
import { closestName } from '../../lib/closest-name.ts'

declare const micro: unique symbol

/** A millionth of a quota unit. Prices are kept in it; a charge is summed in it and rounded once. */
export type MicroQuota = bigint & { readonly [micro]: 'micro-quota' }

export const microQuota = (amount: bigint): MicroQuota => amount as MicroQuota

export const microsPerUnit = 1_000_000n

/** The price of one unit of a meter. */
export type PriceLine = {
  /** The meter, by the name that stored charges and the API have for it. */
  readonly bucket: Meter
  /** Of usage that has all of these. Absent: whatever it has. */
  readonly attributes?: Attributes
  readonly unit: ReturnType<typeof unitOf>
  readonly amount: MicroQuota
  /** From this many input tokens of the request on (a context band); 0: always. */
  readonly fromInputTokens: number
  /** For answers of this service tier, as `tierWord` writes it. Absent: of any. */
  readonly tier?: string
} & Dates

/** The dates of a line, as far as it has any. */
export const datesOf = ({ from, until }: Dates): Dates => ({
  ...(from === undefined ? {} : { from }),
  ...(until === undefined ? {} : { until }),
})

/** The price of a model name, or of all names with a prefix. */
export type PriceEntry = {
  /** `*` may be its last character. */
  readonly model: string
  readonly type: 'tokens' | 'times'
  readonly channelType: number
  readonly lines: readonly PriceLine[]
}

/** All prices at one revision. Frozen into every charge. */
export type PriceBook = {
  readonly revision: bigint
  /**
   * The exact entry, else the longest wildcard that fits, else null. The entry of a model fits its
   * dated releases too (`gpt-5-2025-08-07`), as a wildcard as long as its name would.
   */
  match(model: string): PriceEntry | null
  readonly entries: readonly PriceEntry[]
}

/** Builds the book. The order of the entries makes no difference to what matches. */
export const priceBook = (revision: bigint, entries: readonly PriceEntry[]): PriceBook => ({
  revision,
  entries,
  match: closestName(entries.map((entry) => [entry.model, entry])),
})
