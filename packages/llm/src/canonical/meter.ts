import { type Bucket, buckets, inputBuckets, noUsage, type Usage } from './usage.ts'

/**
 * Measures of a call that have a price: tokens by bucket, the call itself, characters of text that was spoken, and
 * seconds of sound or film (rounded up to whole ones, as each operation says).
 */
export type Meter = Bucket | 'call' | 'character' | 'second'

const isBucket = (meter: Meter): meter is Bucket => Object.hasOwn(noUsage, meter)

/** The unit that a meter counts. */
export const unitOf = (meter: Meter): 'token' | 'call' | 'character' | 'second' =>
  isBucket(meter) ? 'token' : meter

/** The kind of it, where kinds have prices of their own: size and quality of a picture, a voice, the name of a tool. */
export type Attributes = Readonly<Record<string, string>>

/** So much of one meter, in the meter's own unit. */
export type MeterAmount = {
  readonly meter: Meter
  /** A whole number above zero. */
  readonly amount: number
  /** Absent: it has none. */
  readonly attributes?: Attributes
}

/** The usage of a call. A meter is there once for each kind of it. */
export type Meters = readonly MeterAmount[]

export const oneCall: MeterAmount = { meter: 'call', amount: 1 }

/** A call that is answered so many times: each answer costs what a call does, by its kind where kinds have prices. */
export const callOf = ({
  answers,
  kind,
}: {
  answers: number
  kind: Attributes | null
}): MeterAmount =>
  kind === null
    ? oneCall
    : {
        meter: 'call',
        amount: answers,
        ...(Object.keys(kind).length > 0 && { attributes: kind }),
      }

/** Tokens as meters, in the order of the buckets; what is zero is not there. */
export const metersOf = (tokens: Usage): Meters =>
  buckets.flatMap((meter) => (tokens[meter] > 0 ? [{ meter, amount: tokens[meter] }] : []))

/** The tokens among meters, kinds of one bucket added up. */
export function tokensOf(meters: Meters): Usage {
  const tokens: Record<Bucket, number> = { ...noUsage }
  for (const { meter, amount } of meters) if (isBucket(meter)) tokens[meter] += amount
  return tokens
}

const goesIn: ReadonlySet<Meter> = new Set(inputBuckets)

/** All tokens that went in. */
export const inputTokensIn = (meters: Meters): number =>
  meters.reduce((sum, { meter, amount }) => (goesIn.has(meter) ? sum + amount : sum), 0)
