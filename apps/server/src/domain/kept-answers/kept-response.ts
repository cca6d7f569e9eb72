import type { Selectable } from 'kysely'
import type { ResourceLocation } from '../channels/decide.ts'
import type { Tables } from '../../db/tables.ts'
import type { RetentionTimes } from './keeping-terms.ts'

/** A stored response without its text. */
export type KeptHead = {
  readonly userId: bigint
  readonly id: string
  /** Id of the previous turn, or empty. */
  readonly previous: string
  /** Its conversation, and the last item before it. */
  readonly conversation: { readonly id: string; readonly last: bigint } | null
  /** Channel and key of the supplier that stores it; null if it is stored here. */
  readonly place: ResourceLocation | null
  /** It is still in progress. */
  readonly underWay: boolean
  readonly model: string
}

/** Stored JSON of a turn. */
export type KeptTexts = {
  /** The response as sent to the client. Only `usage` if its supplier stores it. */
  readonly response: string
  /** Input items of the turn. Empty if its supplier stores them. */
  readonly input: string
}

/** A response that can be continued. */
export type KeptResponse = KeptHead & KeptTexts

/** JSON items of a conversation, followed by the turns of a chain. */
export type ResponseHistory = {
  readonly conversation: readonly string[]
  readonly turns: readonly KeptTexts[]
}

export type ResponseRow = Selectable<Tables['responses']>

/** Overhead of a stored response: columns, items, indexes. */
const rowBytes = 1_024

export const rowOf = (kept: KeptResponse, { now, expiresAt }: RetentionTimes): ResponseRow => ({
  user_id: kept.userId,
  id: kept.id,
  previous_id: kept.previous,
  conversation_id: kept.conversation?.id ?? '',
  conversation_last: kept.conversation?.last ?? 0n,
  channel_id: kept.place?.channelId ?? 0n,
  key_id: kept.place?.keyId ?? 0n,
  model: kept.model,
  response: kept.response,
  input: kept.input,
  bytes: BigInt(Buffer.byteLength(kept.response) + Buffer.byteLength(kept.input) + rowBytes),
  under_way: kept.underWay ? 1n : 0n,
  created_at: BigInt(now),
  expires_at: BigInt(expiresAt),
})

type HeadRow = Omit<ResponseRow, 'response' | 'input' | 'bytes' | 'created_at' | 'expires_at'>

export const headFrom = (row: HeadRow): KeptHead => ({
  userId: row.user_id,
  id: row.id,
  previous: row.previous_id,
  conversation:
    row.conversation_id === '' ? null : { id: row.conversation_id, last: row.conversation_last },
  place: row.channel_id === 0n ? null : { channelId: row.channel_id, keyId: row.key_id },
  underWay: row.under_way === 1n,
  model: row.model,
})
