import type { Refusal } from '@posthouse/contract/refusal'
import type { Quota } from '@posthouse/ledger/quota'

/** More money for a hold of a running answer. `at`: epoch milliseconds. */
export type Extension = { readonly quota: Quota; readonly at: number }

/** Money set aside for what is under way. */
export type RunningHold = {
  /** Names the hold and its charge: the request's id, where a request has one charge. */
  readonly id: string
  /** As far as it was counted before anything was asked. */
  readonly inputTokens: number
  /** The same counted to its end: what is charged where nobody reports it. */
  countInput(): Promise<number>
  /** The amount of the hold at first, for the log. */
  held(): Quota
  /** Amounts that were added to it since, in order. Complete once none is under way. */
  extensions(): readonly Extension[]
  /** Resolves when no extension is under way. */
  idle(): Promise<void>
  /** Output tokens, as we count them, that may be said for what is held, all answers together. */
  outputTokensHeld(): number
  /** All that can be charged is held. */
  isAllHeld(): boolean
  /** The limit that we send upstream, because what is held affords less than the model may write. */
  readonly outputCap: number | null
  /** Bytes of text that an answer can have which obeys the limit that the client set. */
  readonly saidBytesMost: number
  /** Asks for the next slice. Null: it is held; else why not: an empty wallet, a limit, the ledger away. */
  extend(): Promise<Refusal | null>
  /** Told when the hold is settled or voided: it happens once. */
  resolved: boolean
}
