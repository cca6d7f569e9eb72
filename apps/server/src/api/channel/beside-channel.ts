import type { ChannelInput } from '@posthouse/contract/channel-input'
import type { Transaction } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { recordFinding } from '../../domain/channels/responses-finding.ts'
import { rowFromInput, rowFromPlain } from '../../domain/pricing/price-store.ts'
import { type NewPriceRow, withKeptSource } from '../../domain/pricing/price-row.ts'
import { rowsOf, writePrices } from '../../domain/pricing/price-writer.ts'
import type { ApiParts } from '../api-parts.ts'
import type { SignedCall } from '../call.ts'
import { priceContext } from '../price/price-context.ts'

type Beside = 'prices' | 'tested_ms' | 'tested_responses'
type Given = { readonly [Field in Beside]?: ChannelInput[Field] | undefined }

/** Stores the prices of a channel's form in the transaction that stores the channel. */
export async function putPrices(
  transaction: Transaction<Tables>,
  { prices = [] }: Given,
  { type, call }: { readonly type: number; readonly call: SignedCall },
): Promise<void> {
  if (prices.length === 0) return
  const context = { ...priceContext(call), cause: 'channel' } as const
  const stored = await rowsOf(
    transaction,
    prices.map(({ model }) => model),
  )
  const rowOf = (price: ChannelInput['prices'][number]): NewPriceRow => {
    const before = stored.get(price.model) ?? null
    const whole = {
      ...price,
      type: price.type ?? 'tokens',
      channel_type: price.channel_type ?? type,
    }
    const row =
      whole.lines === undefined && whole.type === 'tokens'
        ? rowFromPlain(whole, before, context.at)
        : rowFromInput(whole, { at: context.at, locked: before?.locked === 1n })
    return withKeptSource(row, before)
  }
  const writes = prices.map((price) => ({ model: price.model, row: rowOf(price) }))
  await writePrices(transaction, writes, context)
}

/** Records a probe that passed before the channel was saved. */
export async function recordProbe(id: bigint, { tested_ms: ms }: Given, parts: ApiParts) {
  if (ms === undefined) return
  await parts.channels.recordTest(id, { milliseconds: ms, failure: '', at: parts.clock.now() })
}

/** Records whether that probe found the Responses API at the channel's address. */
export async function recordFound(
  transaction: Transaction<Tables>,
  id: bigint,
  { tested_responses: has, ...place }: Given & { readonly type: number; readonly base_url: string },
): Promise<void> {
  if (has !== undefined) await recordFinding(transaction, id, { ...place, has })
}
