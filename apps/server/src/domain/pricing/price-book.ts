import type { Attributes, Meter, unitOf } from '@posthouse/llm/canonical/meter'
import type { Dates } from '@posthouse/contract/dated-lines'
import { closestName } from '../../lib/closest-name.ts'

declare const micro: unique symbol

/** A millionth of a quota unit. Prices are stored in it; charges are summed in it and rounded once. */
export type MicroQuota = bigint & { readonly [micro]: 'micro-quota' }

export const microQuota = (amount: bigint): MicroQuota => amount as MicroQuota

export const microsPerUnit = 1_000_000n

/** Price of one unit of a meter. */
export type PriceLine = {
  /** The meter, by its name in stored charges and in the API. */
  readonly bucket: Meter
  /** Applies to usage with all of these attributes. */
  readonly attributes?: Attributes
  readonly unit: ReturnType<typeof unitOf>
  readonly amount: MicroQuota
  /** Applies from this many input tokens of the request (a context band). */
  readonly fromInputTokens: number
  /** Applies to this service tier, as written by `tierWord`. */
  readonly tier?: string
} & Dates

/** Dates of a line, if any. */
export const datesOf = ({ from, until }: Dates): Dates => ({
  ...(from === undefined ? {} : { from }),
  ...(until === undefined ? {} : { until }),
})

/** Price of a model, or of all models with a prefix. */
export type PriceEntry = {
  /** May end in `*`. */
  readonly model: string
  readonly type: 'tokens' | 'times'
  readonly channelType: number
  readonly lines: readonly PriceLine[]
}

/** All prices of a revision. Every charge stores the revision. */
export type PriceBook = {
  readonly revision: bigint
  /**
   * The exact entry, else the longest matching wildcard, else null. A model's entry also matches its dated releases
   * (`gpt-5-2025-08-07`), like a wildcard of its length.
   */
  match(model: string): PriceEntry | null
  readonly entries: readonly PriceEntry[]
}

/** The order of the entries does not affect matching. */
export const priceBook = (revision: bigint, entries: readonly PriceEntry[]): PriceBook => ({
  revision,
  entries,
  match: closestName(entries.map((entry) => [entry.model, entry])),
})
