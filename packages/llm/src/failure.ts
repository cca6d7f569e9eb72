/** What a model API said instead of an answer. A value, not an exception: somebody decides on it. */
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
  /** As the supplier worded it. It may name hosts and accounts: mask it before it leaves. */
  readonly message: string
  readonly code: string | null
  readonly parameter: string | null
  /** When the supplier asks to be tried again, where its body says so (Gemini). */
  readonly retrySeconds?: number
}
