/** The failure that a model API told instead of an answer. A value, not an exception: somebody decides on it. */
export type Failure = {
  readonly kind:
    | 'invalid-request'
    | 'authentication'
    | 'permission'
    | 'not-found'
    | 'rate-limited'
    | 'out-of-credit'
    | 'overloaded'
    | 'content-refused'
    | 'broken'
    /** The model wrote more than can be read or written anew: so it would elsewhere. */
    | 'too-large'
  /** As the supplier worded it. It may name hosts and accounts: mask it before it leaves. */
  readonly message: string
  readonly code: string | null
  readonly parameter: string | null
  /** The time after which the supplier asks to be tried again, where its body says so (Gemini). */
  readonly retrySeconds?: number
}

/** The words for a broken answer: fixed sentences of ours, not the supplier's. */
export type BrokenReason =
  | 'a frame is no answer'
  | 'a frame is not JSON'
  | 'the answer has no candidates'
  | 'the answer has too many parts'
  | 'the answer is not a chat completion'
  | 'the answer is not a message'
  | 'the answer is not a response'
  | 'the answer is nested too deep'
  | 'the model gave no answer'
  | 'the response is not complete'
  | 'the stream broke off'

export const brokenFailure = (message: BrokenReason): Failure => ({
  kind: 'broken',
  message,
  code: null,
  parameter: null,
})
