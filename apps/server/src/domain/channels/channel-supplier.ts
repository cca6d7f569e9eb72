import type { Quirk, Supplier } from '@posthouse/llm/suppliers/supplier'
import { supplierOf } from '@posthouse/llm/suppliers/suppliers'
import type { Channel } from './channel.ts'

const limitQuirks: Readonly<Record<string, Quirk>> = {
  max_tokens: 'max-tokens-only',
  max_completion_tokens: 'completion-tokens-only',
}

/** A channel's supplier, with what its administrator knows better of the server: `output_limit`, `reasoning_effort`. */
export function channelSupplier({ type, plugin }: Pick<Channel, 'type' | 'plugin'>): Supplier {
  const supplier = supplierOf(type)
  const limit = limitQuirks[String(plugin['output_limit'])]
  const hasEffort = plugin['reasoning_effort']
  if (limit === undefined && typeof hasEffort !== 'boolean') return supplier
  const kept = supplier.quirks.filter(
    (quirk) =>
      (limit === undefined || !Object.values(limitQuirks).includes(quirk)) &&
      (typeof hasEffort !== 'boolean' || quirk !== 'no-effort'),
  )
  return {
    ...supplier,
    quirks: [
      ...kept,
      ...(limit === undefined ? [] : [limit]),
      ...(hasEffort === false ? (['no-effort'] as const) : []),
    ],
  }
}
