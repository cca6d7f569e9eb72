import type { ChannelInput } from '@posthouse/contract/channel-input'
import type { Transaction } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { ApiParts } from '../api-parts.ts'

type Given = { readonly [Field in 'prices' | 'tested_ms']?: ChannelInput[Field] | undefined }

/** The prices of a form of a channel: they are stored with it, or not at all. */
export async function putPrices(
  transaction: Transaction<Tables>,
  { prices = [] }: Given,
  { type, parts }: { readonly type: number; readonly parts: ApiParts },
): Promise<void> {
  const at = parts.clock.now()
  for (const price of prices) {
    await parts.prices.put(transaction, { ...price, channel_type: type }, at)
  }
}

/** Records a probe that passed before the channel was saved. */
export async function recordProbe(id: bigint, { tested_ms: ms }: Given, parts: ApiParts) {
  if (ms === undefined) return
  await parts.channels.recordTest(id, { milliseconds: ms, failure: '', at: parts.clock.now() })
}
