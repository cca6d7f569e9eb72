/** What a supplier can be asked for. */
export type OperationName = 'chat' | 'completions' | 'compact' | 'embed' | 'count'

/** What an operation is, whichever dialect it is asked in. Not how it is asked: each dialect says that. */
export type Operation = {
  /** Its answer is events, which go on one by one where a stream is wanted, or one piece. */
  readonly relayed: 'frames' | 'piece'
  /** Its answer is written as long as its limit lets it; false: there is no output to limit. */
  readonly hasOutput: boolean
  /** The kind of model that does it. */
  readonly model: 'chat' | 'embed'
  /** What a supplier that does not have it can be asked for in its place; null: nothing. */
  readonly standIn: OperationName | null
  /** Whoever keeps responses has it, and nobody else. */
  readonly ofKeepers: boolean
  /** A turn of a conversation: signatures of earlier turns come back with it, and its answer can be kept and gone on from. */
  readonly isTurn: boolean
}
