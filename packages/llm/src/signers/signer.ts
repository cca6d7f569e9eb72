/** A call as it leaves, without what proves who makes it. */
export type UnsignedCall = {
  readonly method: string
  readonly url: URL
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array | null
}

/** The headers that prove a call to be made with a key. `now` in milliseconds. */
export type Signer = (
  call: UnsignedCall,
  key: string,
  now: number,
) => Readonly<Record<string, string>>

/** The key itself, in a header that the supplier has for it. */
export const headerKey =
  (name: string): Signer =>
  (_, key) =>
    key === '' ? {} : { [name]: key }

export const bearer: Signer = (_, key) => (key === '' ? {} : { authorization: `Bearer ${key}` })

/** Of a key `ACCOUNT|TOKEN` the token alone. */
export const lastPart: Signer = (call, key, now) =>
  bearer(call, key.slice(key.lastIndexOf('|') + 1), now)

/** The account of such a key; empty where it has none. */
export const accountIn = (key: string): string => key.slice(0, Math.max(0, key.indexOf('|')))

export const unsigned: Signer = () => ({})
