import type { FailureCode } from '@posthouse/contract/failure-codes'
import { knownPhrase, phrase, type Phrase, type PhraseText } from '@posthouse/contract/phrases'
import type { WrongReason } from '@posthouse/llm/canonical/invalid-reason'
import type { Failure } from '@posthouse/llm/canonical/failure'
import { type SpokenDialect, usualDialect } from '@posthouse/llm/canonical/dialect'
import { dialects, spokenBySuppliers } from '@posthouse/llm/dialects'
import type { Channel } from '../domain/channels/channel.ts'
import { secretsOf } from '../domain/channels/hidden-values.ts'
import { cutMessage } from './cut-message.ts'
import { masked, safeName, type Secrets } from './masking.ts'
import type { TransportError, TransportFault } from './transport/transport.ts'

/** The failure of an attempt, and what follows from it. A value: the retry loop decides on it. */
export type AttemptFailure = {
  readonly verdict: 'retry-elsewhere' | 'retry-nowhere' | 'callers-fault' | 'stop'
  /** For the record of attempts. */
  readonly class: AttemptClass
  /** The upstream's status; 0: there was none. */
  readonly status: number
  /** Masked: it may reach the caller. The upstream's words, or ours in both languages. */
  readonly message: string | Phrase
  /** The upstream's own code, when its dialect has one. */
  readonly code: string | null
  readonly parameter: string | null
  readonly retryAfterMs: number | null
  /** The same request may do better later, where the upstream says so (`x-should-retry`). */
  readonly retry: boolean | null
  /** Only the operator can mend it: the key is invalid, the account closed or out of credit. */
  readonly keyDead: boolean
  /** The address has no such call: a 405, or a 404 that names no model. */
  readonly lacksCall: boolean
}

export type AttemptClass = Exclude<FailureCode, 'too-slow' | 'unreadable'>

const nothing = {
  code: null,
  parameter: null,
  retryAfterMs: null,
  retry: null,
  keyDead: false,
  lacksCall: false,
} as const

/** An answer with a status that is no success. */
export type ErrorAnswer = {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly dialect: SpokenDialect
  readonly channel: Channel
  /** The model's names in the request, of the caller and of us. */
  readonly models?: readonly string[] | undefined
  readonly now: number
}

export function failureOfStatus(status: number, answer: ErrorAnswer): AttemptFailure {
  const { headers, body, channel, now, models } = answer
  const whole = spokenBySuppliers[answer.dialect].asClient.failure(status, body, headers)
  const failure = whole.message === '' ? { ...whole, message: cutMessage(body) } : whole
  const found = classOf(status, failure)
  return {
    ...nothing,
    verdict: found === 'bad-request' ? 'callers-fault' : 'retry-elsewhere',
    class: found,
    status,
    message: messageOf(failure.message, status, { channel, models }),
    code: safeName(failure.code, secretsFrom(channel)),
    parameter: safeName(failure.parameter, secretsFrom(channel)),
    retryAfterMs: waitIn(headers, now) ?? secondsIn(failure),
    retry: flags.get(headers['x-should-retry'] ?? '') ?? null,
    keyDead: isKeyDead(status, failure),
    lacksCall: status === 405 || (status === 404 && !namesModel(failure, models)),
  }
}

const modelWords = ['model', '模型']

/** Routers of missing calls name the path. Whoever knows the call names what it did not find. */
function namesModel(
  { message, code, parameter }: Failure,
  models: readonly string[] = [],
): boolean {
  const told = [message, code ?? '', parameter ?? ''].join(' ').toLowerCase()
  return [...modelWords, ...models.map((name) => name.toLowerCase())].some(
    (word) => word !== '' && told.includes(word),
  )
}

/** An error in the usual shape that came where an answer should be. */
export const failureInAnswer = (text: string, channel: Channel): AttemptFailure =>
  failureIn(dialects[usualDialect].asClient.failure(200, text), channel)

/** An error that came where an answer should be: in a 200, or as an event of a stream. */
export const failureIn = (failure: Failure, channel: Channel): AttemptFailure => {
  const found = failure.kind === 'broken' ? 'broken-answer' : classOf(200, failure)
  return {
    ...nothing,
    verdict: failure.kind === 'too-large' ? 'retry-nowhere' : 'retry-elsewhere',
    class: found === 'bad-request' ? 'broken-answer' : found,
    status: 200,
    message: messageOf(failure.message, 200, { channel }),
    code: safeName(failure.code, secretsFrom(channel)),
    retryAfterMs: secondsIn(failure),
  }
}

/** A request that cannot be said to this supplier. */
export const callersFault = (wrong: {
  readonly field: string
  readonly reason: WrongReason | Phrase
}): AttemptFailure => ({
  ...nothing,
  parameter: wrong.field === '' ? null : wrong.field,
  verdict: 'callers-fault',
  class: 'bad-request',
  status: 400,
  message: inField(
    wrong.field,
    typeof wrong.reason === 'string' ? phrase(wrong.reason) : wrong.reason,
  ),
})

const inField = (field: string, reason: Phrase): Phrase =>
  field === '' ? reason : phrase('{field}: {reason}', { field, reason })

export const brokenAnswer = (
  found: 'broken-answer' | 'empty-answer' | 'timeout',
  message: Phrase,
): AttemptFailure => ({
  ...nothing,
  verdict: 'retry-elsewhere',
  class: found,
  status: 200,
  message,
})

export const emptyAnswer = brokenAnswer('empty-answer', phrase('the upstream sent an empty answer'))
export const noJson = brokenAnswer('broken-answer', phrase('the upstream sent no valid JSON'))

/** It comes of what was asked, and tells nothing of the supplier's health: small limits would take it from others. */
export const beyondLimit: AttemptFailure = {
  ...brokenAnswer('broken-answer', phrase('the upstream wrote beyond the limit of the request')),
  verdict: 'retry-nowhere',
}

export const webPage = brokenAnswer('broken-answer', phrase('the upstream sent a web page'))

const classOfFault: Record<TransportFault, AttemptClass> = {
  unsendable: 'connection',
  connect: 'connection',
  'address-refused': 'address-refused',
  'timeout-connect': 'timeout',
  'timeout-headers': 'timeout',
  'timeout-idle': 'timeout',
  cut: 'connection',
  malformed: 'broken-answer',
  'no-stream': 'broken-answer',
  'too-large': 'broken-answer',
  aborted: 'client-left',
}

const wordsOfFault = {
  unsendable: 'the request could not be sent',
  connect: 'no connection to the upstream',
  'address-refused': 'the address of the upstream is not allowed',
  'timeout-connect': 'the upstream could not be reached in time',
  'timeout-headers': 'the upstream did not answer in time',
  'timeout-idle': 'the upstream fell silent',
  cut: 'the upstream broke the connection off',
  malformed: 'the upstream did not speak HTTP',
  'no-stream': 'the upstream sent no stream',
  'too-large': 'the head of the answer was too large',
  aborted: 'given up',
} as const satisfies Record<TransportFault, PhraseText>

export const failureOfTransport = (error: TransportError): AttemptFailure => ({
  ...nothing,
  verdict: error.fault === 'aborted' ? 'stop' : 'retry-elsewhere',
  class: classOfFault[error.fault],
  status: 0,
  message: phrase(wordsOfFault[error.fault]),
})

const classOfStatus: Readonly<Record<number, AttemptClass>> = {
  401: 'authentication',
  402: 'out-of-credit',
  403: 'authentication',
  404: 'not-found',
  405: 'not-found',
  408: 'timeout',
  429: 'rate-limited',
  504: 'timeout',
  524: 'timeout',
}

const classOfKind: Partial<Record<Failure['kind'], AttemptClass>> = {
  'out-of-credit': 'out-of-credit',
  authentication: 'authentication',
  'rate-limited': 'rate-limited',
}

function classOf(status: number, failure: Failure): AttemptClass {
  const known = classOfKind[failure.kind] ?? classOfStatus[status]
  if (known !== undefined) return known
  if (status >= 500 || (status >= 400 && failure.kind === 'overloaded')) return 'overloaded'
  return status >= 400 ? 'bad-request' : 'broken-answer'
}

const deadCodes = new Set([
  'invalid_api_key',
  'account_deactivated',
  'billing_not_active',
  'billing_hard_limit_reached',
  'insufficient_quota',
  // Of AWS's, whose status says the same of a model that the key may not use.
  'UnrecognizedClientException',
  'ExpiredTokenException',
])

/** By status and code alone: words can be put into an upstream's mouth by a caller. */
const isKeyDead = (status: number, failure: Failure): boolean =>
  status === 401 || status === 402 || (failure.code !== null && deadCodes.has(failure.code))

function messageOf(
  message: string,
  status: number,
  said: Pick<ErrorAnswer, 'channel' | 'models'>,
): string | Phrase {
  const own = knownPhrase(message)
  if (own !== null) return own
  const words = masked(message, secretsFrom(said.channel, said.models))
  return words === '' ? phrase('the upstream answered {status}', { status }) : words
}

const secretsFrom = (channel: Channel, models: readonly string[] = []): Secrets => ({
  baseUrl: channel.baseUrl,
  values: secretsOf(channel),
  names: [
    ...models,
    ...channel.models,
    ...[...channel.mapping].flatMap(([requested, { forwarded }]) => [requested, forwarded]),
  ],
})

const secondsIn = ({ retrySeconds }: Failure): number | null =>
  retrySeconds === undefined ? null : retrySeconds * 1_000

const flags = new Map([
  ['true', true],
  ['false', false],
])

/** Milliseconds where they are told (OpenAI, Azure), else seconds or a date. */
function waitIn(headers: ErrorAnswer['headers'], now: number): number | null {
  const exact = Number(headers['retry-after-ms'] ?? Number.NaN)
  return Number.isFinite(exact) && exact >= 0
    ? Math.ceil(exact)
    : retryAfterMs(headers['retry-after'], now)
}

/** Seconds or a date (RFC 9110 §10.2.3). */
function retryAfterMs(value: string | undefined, now: number): number | null {
  if (value === undefined) return null
  const seconds = Number(value)
  if (Number.isFinite(seconds)) return Math.max(0, Math.ceil(seconds * 1_000))
  const date = Date.parse(value)
  return Number.isNaN(date) ? null : Math.max(0, date - now)
}
