/** Names of operations: all that a supplier can be asked for. */
export type OperationName =
  | 'chat'
  | 'completions'
  | 'compact'
  | 'embed'
  | 'image'
  | 'moderate'
  | 'rerank'
  | 'edit'
  | 'vary'
  | 'speech'
  | 'video'
  | 'draw'
  | 'music'
  | 'transcribe'
  | 'translate'
  | 'count'

/** An operation, whichever dialect it is asked in. Each dialect says how. */
export type Operation = {
  /** Its answer is events, which go on one by one where a stream is wanted, or one piece; the other two go on as they come, and are no chat. */
  readonly relayed: 'frames' | 'piece' | 'speech' | 'transcript'
  /** Its answer is written as long as its limit lets it; false: there is no output to limit. */
  readonly hasOutput: boolean
  /** The kind of model that does it. */
  readonly model:
    | 'chat'
    | 'embed'
    | 'image'
    | 'moderate'
    | 'rerank'
    | 'speech'
    | 'transcribe'
    | 'video'
    | 'draw'
    | 'music'
  /** The operation that stands in for it at a supplier without it; null: none. */
  readonly standIn: OperationName | null
  /** Whoever keeps responses has it, and nobody else. */
  readonly ofKeepers: boolean
  /** A turn of a conversation: signatures of earlier turns come back with it, and its answer can be kept and gone on from. */
  readonly isTurn: boolean
}
