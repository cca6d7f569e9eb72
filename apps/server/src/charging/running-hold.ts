import type { Refusal } from '@posthouse/contract/refusal'
import type { Quota } from '@posthouse/ledger/quota'

/** An amount added to a running hold, at epoch milliseconds. */
export type Extension = { readonly quota: Quota; readonly at: number }

/** The hold of a call under way. */
export type RunningHold = {
  /** Id of the hold and its charge; the request id if a request has one charge. */
  readonly id: string
  /** Input counted before the upstream was called, possibly not all of it. */
  readonly inputTokens: number
  /** Counts the whole input, which is charged if no report comes. */
  countInput(): Promise<number>
  /** The initial amount, for the log. */
  held(): Quota
  /** Amounts added since, in order. Complete once `idle` has resolved. */
  extensions(): readonly Extension[]
  /** Resolves when no extension is under way. */
  idle(): Promise<void>
  /** Output tokens, by our count, that the held amount covers over all answers. */
  outputTokensHeld(): number
  /** The hold covers the highest possible charge. */
  isAllHeld(): boolean
  /** Output limit to send upstream, if the held amount covers less than the model may write. */
  readonly outputCap: number | null
  /** Longest text, in bytes, of an answer that obeys the client's limit. */
  readonly saidBytesMost: number
  /** Requests the next slice. Returns null if it is held, else the refusal. */
  extend(): Promise<Refusal | null>
  /** Set once, when the hold is settled or voided. */
  resolved: boolean
}
