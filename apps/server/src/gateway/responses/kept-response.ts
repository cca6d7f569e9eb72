import type { Selectable } from 'kysely'
import { type Fields, fieldsOf } from '@posthouse/llm/parts/fields'
import type { Place } from '../../channels/decide.ts'
import type { Tables } from '../../db/tables.ts'
import type { Times } from './keeping-terms.ts'

/** A response that can be gone on from. */
export type KeptResponse = {
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
  /** As the client got it. Where its supplier keeps it, only its `usage`. */
  readonly response: Fields
  /** The turn's own input. */
  readonly input: readonly Fields[]
}

/** Kept by a supplier, where it has at most so many tokens; or here. */
export type KeptItem =
  | { readonly place: Place; readonly tokens: number }
  | { readonly item: Fields }

export type ResponseRow = Selectable<Tables['responses']>

/** Of a response beside what it says: columns, items, indexes. */
const rowBytes = 1_024

export function rowOf(kept: KeptResponse, { now, expiresAt }: Times): ResponseRow {
  const response = JSON.stringify(kept.place === null ? kept.response : usageIn(kept.response))
  const input = kept.place === null ? JSON.stringify(kept.input) : ''
  return {
    user_id: kept.userId,
    id: kept.id,
    previous_id: kept.previous,
    conversation_id: kept.conversation?.id ?? '',
    conversation_last: kept.conversation?.last ?? 0n,
    channel_id: kept.place?.channelId ?? 0n,
    key_id: kept.place?.keyId ?? 0n,
    model: kept.model,
    response,
    input,
    bytes: BigInt(Buffer.byteLength(response) + Buffer.byteLength(input) + rowBytes),
    under_way: kept.underWay ? 1n : 0n,
    created_at: BigInt(now),
    expires_at: BigInt(expiresAt),
  }
}

const usageIn = ({ usage = null }: Fields): Fields => ({ usage })

/** What stands in the table was written by us alone. */
export const responseFrom = (row: ResponseRow): KeptResponse => ({
  userId: row.user_id,
  id: row.id,
  previous: row.previous_id,
  conversation:
    row.conversation_id === '' ? null : { id: row.conversation_id, last: row.conversation_last },
  place: row.channel_id === 0n ? null : { channelId: row.channel_id, keyId: row.key_id },
  underWay: row.under_way === 1n,
  model: row.model,
  response: row.response === '' ? {} : (JSON.parse(row.response) as Fields),
  input: row.input === '' ? [] : (JSON.parse(row.input) as Fields[]),
})

/** Tokens that a response was made of, as its supplier reported them; 0 where it did not. */
export function usedBy({ response }: KeptResponse): { input: number; output: number } {
  const usage = fieldsOf(response['usage']) ?? {}
  return { input: wholeOf(usage['input_tokens']), output: wholeOf(usage['output_tokens']) }
}

const wholeOf = (tokens: unknown): number =>
  Number.isSafeInteger(tokens) ? Math.max(0, Number(tokens)) : 0
