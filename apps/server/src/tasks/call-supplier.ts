import { type SpokenDialect, usualDialect } from '@posthouse/llm/canonical/dialect'
import { type Fields, parsedFields } from '@posthouse/llm/bytes/fields'
import { supplierBehind } from '../domain/channels/channel-supplier.ts'
import type { SpooledFile } from '../http/spool.ts'
import type { Clock } from '../lib/clock.ts'
import { headersFor } from '../upstream/attempt.ts'
import {
  type AttemptFailure,
  failureOfStatus,
  failureOfTransport,
  noJson,
  webPage,
} from '../upstream/attempt-failure.ts'
import type { Target } from '../upstream/outgoing.ts'
import { readSome, readWhole } from '../upstream/transport/read-whole.ts'
import { type Opening, TransportError } from '../upstream/transport/transport.ts'
import { transportFor, type Transports } from '../upstream/transport/transports.ts'

type SupplierCall = {
  readonly url: URL
  readonly method: 'GET' | 'POST' | 'DELETE'
  /** Sent as JSON, if any. */
  readonly body: Fields | null
  /** With files the body is sent as a form. */
  readonly files?: readonly SpooledFile[]
}

type SupplierAnswer =
  | { readonly ok: true; readonly fields: Fields }
  | { readonly ok: false; readonly failure: AttemptFailure; readonly sent: boolean }

export type SupplierCalls = {
  /** Returns a JSON object of at most 1 MiB. Failures of the supplier are returned, not thrown. */
  ask(target: Target, call: SupplierCall): Promise<SupplierAnswer>
  /** Opens an answer to stream. */
  open(target: Target, url: URL): Opening
}

export type CallParts = {
  readonly transports: Transports
  readonly clock: Pick<Clock, 'now'>
  readonly settings: () => { readonly PrivateBaseUrlsAllowed: boolean }
}

const answerBytesMax = 1024 * 1024
const errorBytesMax = 16 * 1024
const timeouts = { headersMs: 60_000, idleMs: 20_000 }
/** Limit of a whole call. */
const totalMs = 90_000
/** A submission is one call. The other half is for preparing it. */
export const submissionMsMax = 2 * totalMs

/** Calls outside of client requests, authenticated like any other call to the supplier. */
export function supplierCalls(parts: CallParts): SupplierCalls {
  return {
    ask: (target, call) => ask(parts, target, call),
    open: (target, url) => openCall(parts, target, { url, method: 'GET', body: null }),
  }
}

function openCall(
  parts: CallParts,
  target: Target,
  { url, method, body, files = [] }: SupplierCall,
): Opening {
  const { channel } = target
  const bytes = body === null ? null : Buffer.from(JSON.stringify(body))
  const call = { url, method, body: bytes }
  return transportFor(parts.transports, channel).open({
    ...call,
    ...(files.length > 0 && { files }),
    headers: headersFor(target, supplierBehind(channel), {
      ...call,
      clientHeaders: {},
      stream: false,
      dialect: dialectOf(target),
      clients: null,
      now: parts.clock.now(),
    }),
    proxy: channel.proxy,
    privateAllowed: parts.settings().PrivateBaseUrlsAllowed,
    timeouts,
  })
}

const dialectOf = ({ channel }: Target): SpokenDialect =>
  supplierBehind(channel).speaks[0] ?? usualDialect

async function ask(parts: CallParts, target: Target, call: SupplierCall): Promise<SupplierAnswer> {
  const opening = openCall(parts, target, call)
  const timer = setTimeout(() => opening.abort(), totalMs)
  try {
    const { status, headers, body } = await opening.reply
    if (status < 200 || status > 299) {
      const text = await readSome(body, errorBytesMax)
      const { channel, forwarded } = target
      const answer = { headers, body: text, dialect: dialectOf(target), channel }
      const now = parts.clock.now()
      const failure = failureOfStatus(status, { ...answer, models: [forwarded], now })
      return { ok: false, failure, sent: true }
    }
    if (/text\/html/i.test(headers['content-type'] ?? '')) {
      return { ok: false, failure: webPage, sent: true }
    }
    const fields = parsedFields((await readWhole(body, answerBytesMax)).toString('utf8'))
    return fields === null ? { ok: false, failure: noJson, sent: true } : { ok: true, fields }
  } catch (error) {
    if (!(error instanceof TransportError)) throw error
    return { ok: false, failure: failureOfTransport(error), sent: opening.sent }
  } finally {
    clearTimeout(timer)
    opening.abort()
  }
}
