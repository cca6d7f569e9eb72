import type { Attributes, Meters } from '@posthouse/llm/canonical/meter'
import type { Bucket } from '@posthouse/llm/canonical/usage'

/** The parts of a question that a charge depends on. */
export type RequestFacts = {
  /** The kind of picture; null: answers have no kinds, and a call with several of them is one call. */
  readonly kind: Attributes | null
  /** The most that it may use beside tokens and the call, such as the characters of a text to speak. Absent: nothing. */
  readonly beside?: Meters
  /** The bucket of what comes out: text, pictures or sound. */
  readonly outputIs: Bucket
  readonly stream: boolean
  readonly outputLimit: number | null
  /** Alternatives asked for: the output counts so many times. */
  readonly answers: number
  readonly images: number
  /** Their cost as input, by their sizes. */
  readonly imageTokens: number
  /** Tokens of the input that are sure without counting. */
  readonly extraTokens: number
  /** Part of the prompt is not in the body, or is packed: files, films, sound, what the supplier keeps. */
  readonly elsewhere: boolean
  /** The supplier may run tools: it reads what they bring, and all of it again after each. */
  readonly suppliersTools: boolean
  /** Texts of a batch, each of which is read in a context of its own. */
  readonly entries: number
  /** Bytes that are read again with each of them: the query of a rerank. */
  readonly bytesEach: number
  /** It has fields that are unknown here: a supplier may read more for them. */
  readonly unknownFields: boolean
  /** The supplier may sum the conversation up first: it is read twice, and the summary is output beside the limit. */
  readonly compacts: boolean
  /** The answer says the prompt again before its own text. */
  readonly repeatsInput: boolean
  /** Tokens of reasoning that were asked for beside the limit. */
  readonly reasoningBudget: number
  /** Bytes of the answer that the caller foretells: what the model rejects of it is billed as output and not shown. */
  readonly predictedBytes: number
}
