import type { Fault, Orders } from './orders.ts'
import { bytesOf, errorScript, type Piece, type Script } from './script.ts'

/** Long enough for every time limit in use. */
const foreverMs = 3_600_000

const statusMessages: Readonly<Record<string, readonly [string, string]>> = {
  '400': ['The sandbox was told to refuse this request', 'invalid_request_error'],
  '401': ['Incorrect API key provided: sk-sandbox-canary-0123456789', 'invalid_api_key'],
  '402': ['Insufficient balance of account org-canary1234567890', 'insufficient_quota'],
  '403': ['This account may not do that', 'permission_denied'],
  '404': ['The model does not exist', 'model_not_found'],
  '429': ['Rate limit reached', 'rate_limit_exceeded'],
  '500': ['The sandbox was told to fail at https://inside.sandbox.example/v1', 'server_error'],
  '502': ['Bad gateway', 'server_error'],
  '503': ['Overloaded', 'server_error'],
  '529': ['Overloaded', 'overloaded_error'],
}

/** The script with the fault that was ordered. */
export function withFault(script: Script, orders: Orders): Script {
  const { fault } = orders
  if (fault === null) return script
  const refusal = statusMessages[fault]
  if (refusal === undefined) return breakers[fault]?.(script, orders) ?? script
  const made = errorScript(Number(fault), ...refusal)
  return orders.retryAfter === null
    ? made
    : { ...made, headers: { ...made.headers, 'retry-after': String(orders.retryAfter) } }
}

type Breaker = (script: Script, orders: Orders) => Script

const breakers: Partial<Record<Fault, Breaker>> = {
  'error-in-200': (script) =>
    replaced(script, 'data: {"error":{"message":"Overloaded","type":"server_error"}}\n\n'),
  cut: (script, { after }) => ({
    ...script,
    pieces: firstBytes(script.pieces, after ?? 600),
    end: 'cut',
  }),
  reset: (script) => ({ ...script, pieces: [], end: 'cut' }),
  'no-usage': (script) => withUsage(script, null),
  'absurd-usage': (script) =>
    withUsage(script, { prompt_tokens: 9_000_000_000, completion_tokens: 9_000_000_000 }),
  'negative-usage': (script) => withUsage(script, { prompt_tokens: -5, completion_tokens: 'many' }),
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

/** Replaces what the answer says it used. Null takes it out, with the chunk that was there for it. */
function withUsage(script: Script, usage: Readonly<Record<string, unknown>> | null): Script {
  return {
    ...script,
    pieces: script.pieces.flatMap((piece) => {
      const text = new TextDecoder().decode(piece.bytes)
      const at = text.indexOf(',"usage":')
      if (at === -1) return [piece]
      if (usage === null && text.includes('"choices":[],')) return []
      const end = text.lastIndexOf('}')
      const put = usage === null ? '' : `,"usage":${JSON.stringify(usage)}`
      return [{ ...piece, bytes: bytesOf(text.slice(0, at) + put + text.slice(end)) }]
    }),
  }
}
