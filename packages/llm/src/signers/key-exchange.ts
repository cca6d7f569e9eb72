import type { Fields } from '../bytes/fields.ts'

/** A key that proves who asks for an access token, and is never sent with a call itself. */
export type KeyExchange = {
  /** The form to send, and its address; null: the text is no such key. `now` in milliseconds. */
  readonly question: (
    key: string,
    now: number,
  ) => { readonly url: URL; readonly form: URLSearchParams } | null
  /** The token in an answer; null: it has none. */
  readonly granted: (answer: Fields) => AccessToken | null
}

export type AccessToken = { readonly token: string; readonly seconds: number }
