import type { Quirk, Supplier } from '@posthouse/llm/suppliers/supplier'
import { openAiBehind, supplierOf } from '@posthouse/llm/suppliers/suppliers'
import { openAiType } from '@posthouse/contract/channel-type-numbers'
import { isOpenAiAddress } from '@posthouse/contract/openai-address'
import type { Channel } from './channel.ts'

const limitQuirks: Readonly<Record<string, Quirk>> = {
  max_tokens: 'max-tokens-only',
  max_completion_tokens: 'completion-tokens-only',
}

type SupplierKey = Pick<Channel, 'type' | 'baseUrl' | 'hasResponses'>

const known = new WeakMap<SupplierKey, Supplier>()

/** The supplier of a channel. Cached, because routing asks for every channel. */
export function supplierBehind(channel: SupplierKey): Supplier {
  const { type, baseUrl, hasResponses } = channel
  if (type !== openAiType) return supplierOf(type)
  const found =
    known.get(channel) ?? openAiBehind({ isOwn: isOpenAiAddress(baseUrl), hasResponses })
  known.set(channel, found)
  return found
}

/** The supplier of a channel with the administrator's overrides `output_limit` and `reasoning_effort`. */
export function channelSupplier(channel: SupplierKey & Pick<Channel, 'plugin'>): Supplier {
  const { plugin } = channel
  const supplier = supplierBehind(channel)
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
