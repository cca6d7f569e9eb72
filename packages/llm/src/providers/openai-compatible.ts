import type { KeyForm } from '../parts/auth.ts'

/**
 * A supplier's difference from OpenAI, by name, so that no condition on a supplier stands anywhere
 * else. Not a place for what an administrator can set on a channel.
 */
export type Quirk =
  /** Refuses requests that carry `stream_options`; it reports usage in the last chunk by itself. */
  | 'no-stream-options'
  /** Knows only `max_tokens`. */
  | 'max-tokens-only'

/** A supplier that speaks OpenAI's chat dialect. */
export type CompatibleSupplier = {
  readonly name: string
  readonly key: KeyForm
  /** Headers that it wants beside the key. */
  readonly headers: Readonly<Record<string, string>>
  /** Fields that every body must have. */
  readonly fields: Readonly<Record<string, unknown>>
  readonly quirks: readonly Quirk[]
}

const supplier = (
  name: string,
  differences: Partial<Omit<CompatibleSupplier, 'name'>> = {},
): CompatibleSupplier => ({
  name,
  key: 'bearer',
  headers: {},
  fields: {},
  quirks: [],
  ...differences,
})

/** By channel type number. A new supplier is a row. */
export const compatibleSuppliers: Readonly<Record<number, CompatibleSupplier>> = {
  1: supplier('OpenAI'),
  8: supplier('OpenAI compatible'),
  20: supplier('OpenRouter', { headers: { 'x-title': 'Posthouse' } }),
  28: supplier('DeepSeek', { quirks: ['max-tokens-only'] }),
  29: supplier('Moonshot', { quirks: ['max-tokens-only'] }),
  30: supplier('Mistral', { quirks: ['max-tokens-only', 'no-stream-options'] }),
  31: supplier('Groq'),
  45: supplier('SiliconFlow', { quirks: ['max-tokens-only'] }),
  56: supplier('xAI'),
  900: supplier('Sandbox', { key: 'none' }),
}

const anySupplier = supplier('unknown')

export const supplierOf = (channelType: number): CompatibleSupplier =>
  compatibleSuppliers[channelType] ?? anySupplier
