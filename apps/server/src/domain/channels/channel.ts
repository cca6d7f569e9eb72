/** An upstream credential set: address, keys, models and groups. */
export type Channel = {
  readonly id: bigint
  readonly name: string
  readonly type: number
  readonly enabled: boolean
  readonly groups: readonly string[]
  /** Names, or prefixes ending in `*`. */
  readonly models: readonly string[]
  readonly baseUrl: string
  /** Whether a test found `/v1/responses` at this address; null if unknown. Only for type OpenAI. */
  readonly hasResponses: boolean | null
  readonly other: string
  readonly proxy: string
  readonly testModel: string
  /** Requested name → forwarded name. */
  readonly mapping: ReadonlyMap<string, MappedModel>
  readonly headers: Readonly<Record<string, string>>
  /** Merged into the body. Replaces existing fields only if `overwrite` is set. */
  readonly bodyParameters: Readonly<Record<string, unknown>>
  readonly plugin: Readonly<Record<string, unknown>>
  readonly chatOnly: boolean
  /** Input estimate: 1 counts everything, 2 skips images, 3 skips all. */
  readonly preCost: 1 | 2 | 3
  readonly priority: number
  readonly weight: number
  /** Cost in millionths of the published price; null if unknown. */
  readonly costMillionths: bigint | null
  /** Cost prices of single models, read by `costPriceOf`. */
  readonly costPrices: Readonly<Record<string, string>>
  readonly keys: readonly ChannelKey[]
}

export type ChannelKey = {
  readonly id: bigint
  /** Decrypted, in memory only. Never logged (see the redaction list). */
  readonly secret: string
  readonly enabled: boolean
}

export type MappedModel = {
  readonly forwarded: string
  /** The mapping has `+name`, so the requested name is priced. */
  readonly priceRequested: boolean
}

/** The name sent upstream and the name that is priced. */
export function modelsFor(
  channel: Channel,
  requested: string,
): { forwarded: string; priced: string } {
  const mapped = channel.mapping.get(requested)
  if (mapped === undefined) return { forwarded: requested, priced: requested }
  return {
    forwarded: mapped.forwarded,
    priced: mapped.priceRequested ? requested : mapped.forwarded,
  }
}

/** Reads the stored mapping. A value that begins with `+` keeps the price of the requested name. */
export function parseMapping(text: string): ReadonlyMap<string, MappedModel> {
  if (text.trim() === '') return new Map()
  const rows: [string, unknown][] = Object.entries(JSON.parse(text))
  return new Map(
    rows.flatMap(([requested, target]) =>
      typeof target === 'string' && target !== ''
        ? [[requested, mappedModel(target)] as const]
        : [],
    ),
  )
}

const mappedModel = (target: string): MappedModel =>
  target.startsWith('+')
    ? { forwarded: target.slice(1), priceRequested: true }
    : { forwarded: target, priceRequested: false }
