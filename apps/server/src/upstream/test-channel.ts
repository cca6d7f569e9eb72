import type { Phrase } from '@posthouse/contract/phrases'
import type { DialectName, SpokenDialect } from '@posthouse/llm/dialect'
import { dialects, spokenBySuppliers } from '@posthouse/llm/dialects'
import { pieceBetween } from '@posthouse/llm/operations/operations'
import { probeFor } from '@posthouse/llm/operations/probe'
import type { Channel, ChannelKey } from '../domain/channels/channel.ts'
import { modelsFor } from '../domain/channels/channel.ts'
import { secretsOf } from '../domain/channels/hidden-values.ts'
import { cut } from '../lib/cut.ts'
import type { Clock } from '../lib/clock.ts'
import { openAttempt } from './attempt.ts'
import {
  type AttemptFailure,
  emptyAnswer,
  failureIn,
  failureInAnswer,
  failureOfStatus,
  failureOfTransport,
  noJson,
  webPage,
} from './attempt-failure.ts'
import { withoutSecrets } from './masking.ts'
import type { Outgoing, Target } from './outgoing.ts'
import { prepareBody } from './body/prepare-body.ts'
import { readSome, readWhole } from './transport/read-whole.ts'
import { type Opening, TransportError } from './transport/transport.ts'
import type { Transports } from './transport/transports.ts'

export type ProbeParts = {
  readonly transports: Transports
  readonly clock: Clock
  readonly privateAllowed: boolean
}

export type ChannelProbe =
  | {
      readonly ok: true
      readonly status: number
      readonly ms: number
      /** Without the channel's secrets: a supplier may repeat what it was sent. */
      readonly text: string
    }
  /** The message is masked: an administrator's page may show it. */
  | {
      readonly ok: false
      readonly status: number
      readonly ms: number
      readonly message: string | Phrase
      /** As in `AttemptFailure`. */
      readonly keyDead: boolean
    }

/** Somebody sits before the page: who has not answered a word by then is told as silent. */
export const probeTimeouts = { headersMs: 15_000, idleMs: 15_000 }
const answerBytesMax = 1024 * 1024

/** Sends a short request through a channel with its first key. Charges nobody and records nothing. */
export async function testChannel(
  channel: Channel,
  model: string,
  parts: ProbeParts,
): Promise<ChannelProbe> {
  const started = parts.clock.monotonic()
  const elapsed = (): number => Math.round(parts.clock.monotonic() - started)
  const target: Target = {
    channel,
    key: firstKey(channel),
    forwarded: modelsFor(channel, model).forwarded,
  }
  const probe = probeOf(model, parts.privateAllowed)
  const prepared = await prepareBody(target, probe, {
    canonical: () =>
      Promise.resolve(
        dialects[probe.dialect].asServer.request(JSON.parse(probe.body.toString('utf8'))),
      ),
    // A probe has no earlier turns.
    reasoningBefore: () => Promise.resolve(new Map()),
  })
  if ('failure' in prepared) {
    return failed(prepared.failure, elapsed())
  }
  const opening = openAttempt(parts, target, probe, prepared)
  try {
    const { operation, dialect: clients } = probe
    const { dialect } = prepared
    const answered = { channel, operation, clients, dialect, now: parts.clock.now() }
    const { status, text, failure } = await answerOf(opening, answered)
    return failure === null
      ? { ok: true, status, ms: elapsed(), text }
      : failed({ ...failure, status }, elapsed())
  } catch (error) {
    if (!(error instanceof TransportError)) throw error
    return failed(failureOfTransport(error), elapsed())
  } finally {
    opening.abort()
  }
}

const failed = (
  { status, message, keyDead }: AttemptFailure,
  ms: number,
): Extract<ChannelProbe, { ok: false }> => ({ ok: false, status, ms, message, keyDead })

export const firstKey = (channel: Channel): ChannelKey =>
  channel.keys.find(({ enabled }) => enabled) ??
  channel.keys[0] ?? { id: 0n, secret: '', enabled: true }

function probeOf(model: string, privateAllowed: boolean): Outgoing {
  const { operation, dialect, body } = probeFor(model)
  return {
    operation,
    single: false,
    dialect,
    body: Buffer.from(JSON.stringify(body)),
    model,
    stream: false,
    usageAsked: false,
    outputLimit: null,
    outputLimitFields: [],
    hasLimitAlias: false,
    outputCap: null,
    expanded: false,
    keptThere: false,
    clientHeaders: {},
    privateAllowed,
    timeouts: probeTimeouts,
  }
}

type Answer = {
  readonly status: number
  readonly text: string
  readonly failure: AttemptFailure | null
}

type Answered = Pick<Outgoing, 'operation'> & {
  readonly channel: Channel
  /** In which it was asked, before it was written anew. */
  readonly clients: DialectName
  readonly dialect: SpokenDialect
  readonly now: number
}

async function answerOf(opening: Opening, answered: Answered): Promise<Answer> {
  const { channel, operation, clients, dialect } = answered
  const { status, headers, body } = await opening.reply
  if (status < 200 || status > 299) {
    const text = await readSome(body, 16 * 1024)
    return {
      status,
      text: '',
      failure: failureOfStatus(status, { ...answered, headers, body: text }),
    }
  }
  const said = (await readWhole(body, answerBytesMax)).toString('utf8')
  const parsed = parsedOf(said)
  if (parsed === null) return { status, text: '', failure: noAnswer(headers, said) }
  if ('error' in parsed) return { status, text: '', failure: failureInAnswer(said, channel) }
  const piece = pieceBetween(operation, clients, dialect)
  if (piece !== null && piece.gives(parsed)) return { status, text: 'ok', failure: null }
  const events = spokenBySuppliers[dialect].asClient.answer(parsed)
  const failed = events.find((event) => event.kind === 'failed')
  if (failed !== undefined) {
    return { status, text: '', failure: failureIn(failed.failure, channel) }
  }
  const words = events.flatMap((event) =>
    event.kind === 'text' || event.kind === 'reasoning' ? [event.text] : [],
  )
  const text = withoutSecrets(secretsOf(channel))(words.join(''))
  return { status, text: cut(text, 200), failure: null }
}

/** A page that came with a success and is no answer: whoever typed its address sees that it is one. */
export const noAnswer = (headers: Readonly<Record<string, string>>, text: string): AttemptFailure =>
  isPage(headers, text) ? webPage : text.trim() === '' ? emptyAnswer : noJson

const isPage = (headers: Readonly<Record<string, string>>, text: string): boolean =>
  /text\/html/i.test(headers['content-type'] ?? '') || /^\s*<(!doctype|html)/i.test(text)

function parsedOf(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? { ...value } : null
  } catch {
    return null
  }
}
