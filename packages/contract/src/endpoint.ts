import type { z } from 'zod'

/** Who may call: anybody, a signed-in user (role ≥ 1), an administrator (≥ 10), the super administrator (100). */
export type Access = 'public' | 'user' | 'admin' | 'root'

/** The role number that an access class asks for. `public` asks for none. */
export const roleFor = { public: 0, user: 1, admin: 10, root: 100 } as const satisfies Record<
  Access,
  number
>

/**
 * The shape of one call of the console. It says what crosses the wire, not how it is done.
 * `:name` in the path is a parameter, `*name` takes the rest of the path (it may hold slashes).
 */
export type Endpoint = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: `/api/${string}`
  readonly access: Access
  /** Whether the call changes something: then no page of another site may make it, whatever the method. */
  readonly changes: boolean
  /** Only for a browser that is signed in: an access token cannot make this call. */
  readonly sessionOnly?: true
  /** Whether Turnstile looks at the visitor while the site asks for it: at everybody, or at who is not signed in. */
  readonly turnstile?: 'everybody' | 'signed-out'
  /** One sentence for the API page. */
  readonly summary: string
  readonly params?: z.ZodType
  readonly query?: z.ZodType
  readonly body?: z.ZodType
  /**
   * What a good answer is: the envelope, a file of comma-separated values as it is, a file of any type, or server-sent
   * events. A refusal is the envelope in all.
   */
  readonly format?: 'json' | 'csv' | 'file' | 'events'
  /** The `data` of the envelope or of each event, or the text of the file. */
  readonly reply: z.ZodType
  /** How long a caller waits for the answer to begin where that is not half a minute: an upstream is asked. */
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

/** What a caller passes: only the parts that the call has. */
export type InputOf<E extends Endpoint> = Given<'params', Part<E, 'params', 'in'>> &
  Given<'query', Part<E, 'query', 'in'>> &
  Given<'body', Part<E, 'body', 'in'>>

/** What a handler gets: the same after validation, defaults filled in. */
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
