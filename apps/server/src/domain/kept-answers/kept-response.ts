import type { Selectable } from 'kysely'
import type { Place } from '../channels/decide.ts'
import type { Tables } from '../../db/tables.ts'
import type { RetentionTimes } from './keeping-terms.ts'

/** The facts of a response beside its text. */
export type KeptHead = {
  readonly userId: bigint
  readonly id: string
  /** The turn before; empty: it is the first. */
  readonly previous: string
  /** The conversation that it is a turn of, up to the item after which it began. */
  readonly conversation: { readonly id: string; readonly last: bigint } | null
  /** Its supplier keeps it behind this key; null: it is all here. */
  readonly place: Place | null
  /** It is still being made. */
  readonly underWay: boolean
  readonly model: string
}

/** A turn as it is kept: JSON that nobody has read. */
export type KeptTexts = {
  /** As the client got it. Where its supplier keeps it, only its `usage`. */
  readonly response: string
  /** The turn's own input items. Empty where its supplier keeps them. */
  readonly input: string
}

/** A response that can be gone on from. */
export type KeptResponse = KeptHead & KeptTexts

/** The past: items of a conversation, then the turns of a chain. JSON. */
export type ResponseHistory = {
  readonly conversation: readonly string[]
  readonly turns: readonly KeptTexts[]
}

export type ResponseRow = Selectable<Tables['responses']>

/** Of a response beside what it says: columns, items, indexes. */
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
