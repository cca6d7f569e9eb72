import { api, type Api, type CallName } from './api.ts'
import type { Endpoint, Envelope, InputOf, ReplyOf } from './endpoint.ts'
import type { Language } from './refusals/errors.ts'

export type Fetch = (input: string, init: RequestInit) => Promise<Response>

/**
 * Codes of failures that are not one of our refusals. `network`: no answer, status 0. `timeout`: no answer in time,
 * status 0, for a call that changes nothing. `unsettled`: the same for a call that may have taken effect. `foreign`:
 * the answer did not come from this server. `shape`: the reply does not match the contract.
 */
export type NoRefusal = 'network' | 'timeout' | 'unsettled' | 'foreign' | 'shape'

/** A refusal as the client sees it: the one in the envelope, or a substitute for a missing or foreign answer. */
export class CallError extends Error {
  override readonly name = 'CallError'
  /** HTTP status; 0 when there was no answer. */
  readonly status: number
  /** A code from the table of refusals, or a `NoRefusal`. */
  readonly code: string
  readonly fields: Readonly<Record<string, string>>
  readonly details: Readonly<Record<string, string | number>>
  readonly requestId: string

  constructor(
    message: string,
    facts: {
      status: number
      code: string
      fields?: Readonly<Record<string, string>> | undefined
      details?: Readonly<Record<string, string | number>> | undefined
      requestId?: string
    },
  ) {
    super(message)
    this.status = facts.status
    this.code = facts.code
    this.fields = facts.fields ?? {}
    this.details = facts.details ?? {}
    this.requestId = facts.requestId ?? ''
  }
}

export type CallOptions = {
  readonly signal?: AbortSignal
  /** Receives the message of a successful answer, if it has one. */
  readonly onMessage?: (message: string) => void
  /** The token from Turnstile’s widget, for calls that need one. */
  readonly turnstile?: string
}

export type Client = {
  readonly [Name in CallName]: (
    input: InputOf<Api[Name]>,
    options?: CallOptions,
  ) => Promise<ReplyOf<Api[Name]>>
}

type Parts = {
  readonly params?: Readonly<Record<string, unknown>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
}

/** Path and query of a call, without the origin. Parameters are escaped. Empty query values are left out. */
export function addressOf(endpoint: Endpoint, parts: Parts): string {
  const path = endpoint.path.replace(/([:*])(\w+)/g, (_, kind: string, name: string) => {
    const value = String(parts.params?.[name])
    return kind === '*'
      ? value.split('/').map(encodeURIComponent).join('/')
      : encodeURIComponent(value)
  })
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(parts.query ?? {})) {
    if (isScalar(value) && value !== '') query.set(name, String(value))
  }
  return query.size === 0 ? path : `${path}?${query}`
}

const isScalar = (value: unknown): value is string | number | boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'

export type ClientConfig = {
  readonly fetch: Fetch
  readonly language: () => Language
  /** Receives the file that a call returns. Without it, the reply is the file's text. */
  readonly keep?: (file: Response) => Promise<void>
}

/** The typed client, built from the table. Every failure of a call is a `CallError`. */
export function createClient(config: ClientConfig): Client {
  const calls = Object.entries(api).map(([name, endpoint]) => [
    name,
    (parts: Parts, options?: CallOptions) => asked(endpoint, parts, config, options),
  ])
  return Object.fromEntries(calls) as Client
}

/** Makes one call of the table, for a client that does not load the others. Every failure is a `CallError`. */
export const ask = <E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  config: ClientConfig,
  options?: CallOptions,
): Promise<ReplyOf<E>> => asked(endpoint, input as Parts, config, options) as Promise<ReplyOf<E>>

async function asked(
  endpoint: Endpoint,
  parts: Parts,
  config: ClientConfig,
  options: CallOptions = {},
): Promise<unknown> {
  const deadline = deadlineOf(endpoint.answersWithinMs ?? answersWithinMs, options.signal)
  try {
    const response = await config.fetch(addressOf(endpoint, parts), {
      method: endpoint.method,
      headers: headersOf(endpoint, config, options),
      ...(endpoint.body === undefined ? {} : { body: JSON.stringify(parts.body) }),
      signal: deadline.signal,
    })
    return await read(deadline.watched(response), endpoint, { ...config, ...options })
  } catch (cause) {
    if (cause instanceof CallError || options.signal?.aborted === true) throw cause
    throw noAnswer(cause, deadline.isOver() && (endpoint.changes ? 'unsettled' : 'timeout'))
  } finally {
    deadline.clear()
  }
}

const headersOf = (
  endpoint: Endpoint,
  { language }: ClientConfig,
  { turnstile = '' }: CallOptions,
): Record<string, string> => ({
  'accept-language': language() === 'zh' ? 'zh-CN' : 'en-US',
  ...(endpoint.body === undefined ? {} : { 'content-type': 'application/json' }),
  ...(turnstile === '' ? {} : { turnstile }),
})

/** No answer at all, or none before the deadline. */
export const noAnswer = (cause: unknown, late: 'timeout' | 'unsettled' | false): CallError =>
  new CallError(cause instanceof Error ? cause.message : String(cause), {
    status: 0,
    code: late === false ? 'network' : late,
  })

const answersWithinMs = 30_000

type Deadline = {
  readonly signal: AbortSignal
  isOver(): boolean
  /** The answer, with the deadline restarted by every chunk. A long answer may take longer, a stalled one may not. */
  watched(response: Response): Response
  clear(): void
}

/** Limits the silence before the answer begins and between its chunks. */
export function deadlineOf(milliseconds: number, wanted: AbortSignal | undefined): Deadline {
  const late = new AbortController()
  const begin = () => setTimeout(() => late.abort(), milliseconds)
  let timer = begin()
  const clear = () => clearTimeout(timer)
  const pieces = () =>
    new TransformStream<Uint8Array, Uint8Array>({
      transform(piece, following) {
        clear()
        timer = begin()
        following.enqueue(piece)
      },
    })
  return {
    signal: wanted === undefined ? late.signal : AbortSignal.any([wanted, late.signal]),
    isOver: () => late.signal.aborted,
    watched: (response) =>
      response.body === null
        ? response
        : new Response(response.body.pipeThrough(pieces()), response),
    clear,
  }
}

/** A call that returns a file still sends its refusals in the envelope. */
const isCsv = (response: Response): boolean => isOfType(response, 'text/csv')

const isOfType = (response: Response, type: string): boolean =>
  response.headers.get('content-type')?.startsWith(type) === true

const lastEvent = (text: string): unknown =>
  parsed(text.slice(text.lastIndexOf('data: ') + 'data: '.length))

async function read(
  response: Response,
  endpoint: Endpoint,
  { keep, onMessage }: ClientConfig & CallOptions,
): Promise<unknown> {
  const requestId = response.headers.get('x-request-id') ?? ''
  if (endpoint.format === 'csv' && isCsv(response)) {
    return keep === undefined ? response.text() : keep(response)
  }
  const isEvents = endpoint.format === 'events' && isOfType(response, 'text/event-stream')
  if (isEvents) return endpoint.reply.parse(lastEvent(await response.text()))
  const answered = parsed(await response.text())
  const { status } = response
  if (!isEnvelope(answered)) throw foreignAnswer(response, answered)
  if (!answered.success) throw new CallError(answered.message, { ...answered, status, requestId })
  const reply = endpoint.reply.safeParse(answered.data)
  if (reply.success) {
    if (answered.message !== '') onMessage?.(answered.message)
    return reply.data
  }
  const code: NoRefusal = 'shape'
  throw new CallError(reply.error.message, { status, code, requestId })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const isEnvelope = (answered: unknown): answered is Envelope<unknown> =>
  typeof (answered as { success?: unknown } | null | undefined)?.success === 'boolean'

/** The most characters kept of a third party's message. */
const foreignMost = 500

/** An answer that did not come from this server. The message is the `message` of an error answer, or empty. */
export function foreignAnswer(response: Response, answered: unknown): CallError {
  const said = (answered as { message?: unknown } | null | undefined)?.message
  return new CallError(
    !response.ok && typeof said === 'string' ? said.slice(0, foreignMost).toWellFormed() : '',
    {
      status: response.status,
      code: 'foreign' satisfies NoRefusal,
      requestId: response.headers.get('x-request-id') ?? '',
    },
  )
}
