import type { Attributes, Meters } from '@posthouse/llm/canonical/meter'
import type { Bucket } from '@posthouse/llm/canonical/usage'

/** The facts of a request that its charge depends on. */
export type RequestFacts = {
  /** Size and quality of pictures; null for answers without kinds, which are charged per call. */
  readonly kind: Attributes | null
  /** Upper bounds of other meters, such as the characters of a text to speak. */
  readonly beside?: Meters
  /** Bucket of the output: text, pictures or sound. */
  readonly outputIs: Bucket
  readonly stream: boolean
  readonly outputLimit: number | null
  /** Number of alternatives; the output counts once for each. */
  readonly answers: number
  readonly images: number
  /** Input tokens of the pictures, from their sizes. */
  readonly imageTokens: number
  /** Input tokens known without counting. */
  readonly extraTokens: number
  /** Part of the prompt is not in the body or cannot be read: files, video, sound, state stored by the supplier. */
  readonly elsewhere: boolean
  /** The supplier may run tools. It then reads the results, and the whole prompt again after each. */
  readonly suppliersTools: boolean
  /** Texts of a batch, each read in a context of its own. */
  readonly entries: number
  /** Bytes read again with each entry: the query of a rerank. */
  readonly bytesEach: number
  /** The body has fields that are unknown here and may add input. */
  readonly unknownFields: boolean
  /** The supplier may summarize first. The conversation is then read twice, and the summary is output beyond the limit. */
  readonly compacts: boolean
  /** The answer repeats the prompt before its own text. */
  readonly repeatsInput: boolean
  /** Reasoning tokens requested beyond the output limit. */
  readonly reasoningBudget: number
  /** Bytes of predicted output. Rejected predictions are billed as output and not shown. */
  readonly predictedBytes: number
}
