import type { z } from 'zod'

/** Callers allowed: anyone, a signed-in user (role ≥ 1), an administrator (≥ 10), the super administrator (100). */
export type Access = 'public' | 'user' | 'admin' | 'root'

export const roleFor = { public: 0, user: 1, admin: 10, root: 100 } as const satisfies Record<
  Access,
  number
>

/**
 * One call of the console: what is sent and returned, not how it is handled. `:name` in the path is a parameter.
 * `*name` matches the rest of the path, including slashes.
 */
export type Endpoint = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: `/api/${string}`
  readonly access: Access
  /** Whether the call changes anything. If so, other sites' pages may not make it, whatever its method. */
  readonly changes: boolean
  /** Requires a browser session: an access token cannot make this call. */
  readonly sessionOnly?: true
  /** Visitors that need a Turnstile check while the site uses it: all of them, or only those not signed in. */
  readonly turnstile?: 'everybody' | 'signed-out'
  readonly summary: string
  readonly params?: z.ZodType
  readonly query?: z.ZodType
  readonly body?: z.ZodType
  /**
   * Format of a successful answer: the envelope, a CSV file, a file of any type, or server-sent events. A refusal is an
   * envelope in every format.
   */
  readonly format?: 'json' | 'csv' | 'file' | 'events'
  /** The `data` of the envelope or of each event, or the text of the file. */
  readonly reply: z.ZodType
  /** How long the caller waits for the answer to begin, where the call needs an upstream. The default is 30 seconds. */
  readonly answersWithinMs?: number
}

type Part<
  E extends Endpoint,
  Key extends 'params' | 'query' | 'body',
  Side extends 'in' | 'out',
> = E[Key] extends z.ZodType ? (Side extends 'in' ? z.input<E[Key]> : z.output<E[Key]>) : undefined

type Given<Key extends string, Value> = undefined extends Value
  ? [Value] extends [undefined]
    ? unknown
    : { readonly [K in Key]?: Value }
  : { readonly [K in Key]: Value }

/** Arguments of a caller: only the parts that the call has. */
export type InputOf<E extends Endpoint> = Given<'params', Part<E, 'params', 'in'>> &
  Given<'query', Part<E, 'query', 'in'>> &
  Given<'body', Part<E, 'body', 'in'>>

/** Arguments of a handler: validated, with defaults filled in. */
export type CheckedInputOf<E extends Endpoint> = Given<'params', Part<E, 'params', 'out'>> &
  Given<'query', Part<E, 'query', 'out'>> &
  Given<'body', Part<E, 'body', 'out'>>

export type ReplyOf<E extends Endpoint> = z.output<E['reply']>

/** The envelope of every `/api` answer. A refusal has a stable `code` and a `message` in the caller's language. */
export type Envelope<Data> =
  | { readonly success: true; readonly message: string; readonly data: Data }
  | {
      readonly success: false
      readonly message: string
      readonly code: string
      /** Messages by field, when the refusal is about the input. */
      readonly fields?: Readonly<Record<string, string>>
      /** Values of the message's parameters. */
      readonly details?: Readonly<Record<string, string | number>>
    }
