import type { Dialect } from '../dialects.ts'
import type { ModelEvent } from '../canonical/event.ts'
import type { Failure } from '../canonical/failure.ts'
import type { ModelRequest } from '../canonical/request.ts'
import { noUsage } from '../canonical/usage.ts'
import type { Fault, Orders } from './orders.ts'
import { bytesOf, jsonScript, type Piece, type Script } from './script.ts'

/** Long enough for every time limit in use. */
const foreverMs = 3_600_000

type FailureFields = readonly [kind: Failure['kind'], message: string, code: string]

const statusFailures: Readonly<Record<string, FailureFields>> = {
  '400': [
    'invalid-request',
    'The sandbox was told to refuse this request',
    'invalid_request_error',
  ],
  '401': [
    'authentication',
    'Incorrect API key provided: sk-sandbox-canary-0123456789',
    'invalid_api_key',
  ],
  '402': [
    'out-of-credit',
    'Insufficient balance of account org-canary1234567890',
    'insufficient_quota',
  ],
  '403': ['permission', 'This account may not do that', 'permission_denied'],
  '404': ['not-found', 'The model does not exist', 'model_not_found'],
  '429': ['rate-limited', 'Rate limit reached', 'rate_limit_exceeded'],
  '500': [
    'overloaded',
    'The sandbox was told to fail at https://inside.sandbox.example/v1',
    'server_error',
  ],
  '502': ['overloaded', 'Bad gateway', 'server_error'],
  '503': ['overloaded', 'Overloaded', 'server_error'],
  '529': ['overloaded', 'Overloaded', 'overloaded_error'],
}

/** The answer with an error's status that was ordered, in the words of the dialect. */
export function failureScript(dialect: Dialect, { fault, retryAfter }: Orders): Script | null {
  const words = fault === null ? undefined : statusFailures[fault]
  if (words === undefined) return null
  const [kind, message, code] = words
  const body = dialect.asServer.failure({ kind, message, code, parameter: null })
  const made = jsonScript(Number(fault), JSON.parse(body))
  return retryAfter === null
    ? made
    : { ...made, headers: { ...made.headers, 'retry-after': String(retryAfter) } }
}

/** The events with the usage that was ordered. */
export function withFaultyUsage(
  events: readonly ModelEvent[],
  { fault }: Orders,
): readonly ModelEvent[] {
  const tokens = fault === 'absurd-usage' ? 9_000_000_000 : fault === 'negative-usage' ? -5 : null
  if (fault === 'no-usage') return events.filter(({ kind }) => kind !== 'usage')
  if (tokens === null) return events
  return events.map((event) =>
    event.kind === 'usage'
      ? { ...event, usage: { ...noUsage, input: tokens, output: tokens } }
      : event,
  )
}

/** The script with the fault that was ordered. */
export function withFault(
  script: Script,
  orders: Orders,
  dialect: Dialect,
  request: ModelRequest | null = null,
): Script {
  if (orders.fault === 'error-in-200') return replaced(script, errorIn(dialect, request))
  return orders.fault === null ? script : (breakers[orders.fault]?.(script, orders) ?? script)
}

const overloaded: Failure = {
  kind: 'overloaded',
  message: 'Overloaded',
  code: 'server_error',
  parameter: null,
}

function errorIn({ asServer }: Dialect, request: ModelRequest | null): string {
  if (request?.stream !== true) return asServer.failure(overloaded)
  return asServer.write(request).frames({ kind: 'failed', failure: overloaded })
}

type Breaker = (script: Script, orders: Orders) => Script

const breakers: Partial<Record<Fault, Breaker>> = {
  cut: (script, { after }) => ({
    ...script,
    pieces: firstBytes(script.pieces, after ?? 600),
    end: 'cut',
  }),
  reset: (script) => ({ ...script, pieces: [], end: 'cut' }),
  'slow-first-byte': (script, { delayMs }) => ({ ...script, headDelayMs: delayMs ?? foreverMs }),
  silence: (script, { delayMs }) => silent(script, delayMs ?? foreverMs),
  'empty-body': (script) => replaced(script, ''),
  'broken-json': (script) => replaced(script, '{"id":"chatcmpl-1","choices":[{"index":0,"mess'),
  'wrong-content-type': (script) => ({
    ...replaced(script, 'just text'),
    headers: { 'content-type': 'text/plain' },
  }),
  html: (script) => ({
    ...replaced(script, '<!doctype html><html><body>Checking your browser</body></html>'),
    headers: { 'content-type': 'text/html' },
  }),
}

const replaced = (script: Script, text: string): Script => ({
  ...script,
  pieces: text === '' ? [] : [{ delayMs: 0, bytes: bytesOf(text) }],
})

function firstBytes(pieces: readonly Piece[], most: number): Piece[] {
  let room = most
  return pieces.flatMap((piece) => {
    const bytes = piece.bytes.subarray(0, Math.max(0, room))
    room -= bytes.length
    return bytes.length === 0 ? [] : [{ ...piece, bytes }]
  })
}

/** Says nothing more after half of what it had to say. */
function silent(script: Script, delayMs: number): Script {
  const middle = Math.ceil(script.pieces.length / 2)
  return {
    ...script,
    pieces: script.pieces.map((piece, at) => (at === middle ? { ...piece, delayMs } : piece)),
  }
}
