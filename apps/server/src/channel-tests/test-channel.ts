import type { Phrase } from '@posthouse/contract/phrases'
import { isForeignOpenAi } from '@posthouse/contract/openai-address'
import {
  type DialectName,
  keepingDialect,
  type SpokenDialect,
} from '@posthouse/llm/canonical/dialect'
import { dialects, spokenBySuppliers } from '@posthouse/llm/dialects'
import type { ModelEvent } from '@posthouse/llm/canonical/event'
import { dataOf, framesOf, wholeFramesOf } from '@posthouse/llm/bytes/framing'
import { supplierBehind } from '../domain/channels/channel-supplier.ts'
import { operations, pieceBetween } from '@posthouse/llm/operations'
import { wavOf } from '@posthouse/llm/bytes/wav'
import { probeFor } from '@posthouse/llm/probe'
import { type Channel, type ChannelKey, modelsFor } from '../domain/channels/channel.ts'
import { secretsOf } from '../domain/channels/hidden-values.ts'
import { dialectsOf } from '../domain/channels/dialect-choice.ts'
import { cut } from '../lib/cut.ts'
import type { SpooledFile } from '../http/spool.ts'
import type { Clock } from '../lib/clock.ts'
import { openAttempt } from '../upstream/attempt.ts'
import {
  type AttemptClass,
  type AttemptFailure,
  emptyAnswer,
  failureIn,
  failureInAnswer,
  failureOfStatus,
  failureOfTransport,
  noJson,
  webPage,
} from '../upstream/attempt-failure.ts'
import { withoutSecrets } from '../upstream/masking.ts'
import type { Outgoing, Target } from '../upstream/outgoing.ts'
import { prepareBody } from '../codec/request/prepare-body.ts'
import { readSome, readWhole } from '../upstream/transport/read-whole.ts'
import {
  type Opening,
  TransportError,
  type UpstreamReply,
} from '../upstream/transport/transport.ts'
import type { Transports } from '../upstream/transport/transports.ts'

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
      /** It refused to answer as a whole. */
      readonly onlyStreams: boolean
    }
  /** The message is masked: an administrator's page may show it. */
  | {
      readonly ok: false
      readonly status: number
      readonly ms: number
      readonly message: string | Phrase
      /** As in `AttemptFailure`. */
      readonly keyDead: boolean
      readonly class: AttemptClass
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
  const whole = await ask(target, probe, parts)
  const streamed = mayOnlyStream(probe, whole) ? await ask(target, streamOf(probe), parts) : null
  const onlyStreams = streamed?.failure === null
  const { status, text, failure } = onlyStreams ? streamed : whole
  return failure === null
    ? { ok: true, status, ms: elapsed(), text, onlyStreams }
    : failed({ ...failure, status }, elapsed())
}

/** Whether the address of a channel has Responses, by one short request; null: it does not matter there, or nobody knows. */
export async function findResponses(
  channel: Channel,
  model: string,
  parts: ProbeParts,
): Promise<boolean | null> {
  const { operation, ...probe } = probeOf(model, parts.privateAllowed)
  if (!isForeignOpenAi({ type: channel.type, base_url: channel.baseUrl })) return null
  if (!operations[operation].isTurn) return null
  const trial = { ...channel, hasResponses: true }
  if (!dialectsOf(trial).includes(keepingDialect)) return null
  const { forwarded } = modelsFor(channel, model)
  const body = { model, input: 'hi', max_output_tokens: 16, store: false }
  const { failure } = await ask(
    { channel: trial, key: firstKey(channel), forwarded },
    { ...probe, operation, dialect: keepingDialect, body: Buffer.from(JSON.stringify(body)) },
    parts,
  )
  return failure === null ? true : isAbsence(failure) ? false : null
}

/** A refusal, or a page: some servers answer every path that they do not have. Others say nothing of the call. */
const isAbsence = ({ status, lacksCall, class: found }: AttemptFailure): boolean =>
  lacksCall || status === 501 || found === 'bad-request' || found === 'broken-answer'

/** Refusals that have nothing to do with the form of the answer. */
const otherRefusals = new Set([401, 402, 403, 404, 429])

/** The request was refused, or a stream came all the same. */
const mayOnlyStream = ({ operation }: Outgoing, { status, failure, isStream }: Answer): boolean =>
  operations[operation].isTurn &&
  failure !== null &&
  (isStream || (status >= 400 && status < 500 && !otherRefusals.has(status)))

const streamOf = (probe: Outgoing): Outgoing => ({
  ...probe,
  stream: true,
  body: Buffer.from(JSON.stringify({ ...parsedOf(probe.body.toString('utf8')), stream: true })),
})

async function ask(target: Target, probe: Outgoing, parts: ProbeParts): Promise<Answer> {
  const prepared = await prepareBody(target, probe, {
    canonical: () =>
      Promise.resolve(
        dialects[probe.dialect].asServer.request(JSON.parse(probe.body.toString('utf8'))),
      ),
    // A probe has no earlier turns.
    reasoningBefore: () => Promise.resolve(new Map()),
  })
  if ('failure' in prepared) return without(prepared.failure)
  const opening = openAttempt(parts, target, probe, prepared)
  try {
    const { operation, dialect: clients, stream } = probe
    const { dialect } = prepared
    const { channel } = target
    const now = parts.clock.now()
    return await answerOf(opening, { channel, operation, clients, dialect, stream, now })
  } catch (error) {
    if (!(error instanceof TransportError)) throw error
    return without(failureOfTransport(error))
  } finally {
    opening.abort()
  }
}

const failed = (
  { status, message, keyDead, class: found }: AttemptFailure,
  ms: number,
): Extract<ChannelProbe, { ok: false }> => ({
  ok: false,
  status,
  ms,
  message,
  keyDead,
  class: found,
})

export const firstKey = (channel: Channel): ChannelKey =>
  channel.keys.find(({ enabled }) => enabled) ??
  channel.keys[0] ?? { id: 0n, secret: '', enabled: true }

const samplesPerSecond = 16_000

/** A second of it. */
function silence(): SpooledFile {
  const content = wavOf(new Uint8Array(2 * samplesPerSecond), samplesPerSecond)
  const named = { field: 'file', name: 'silence.wav', type: 'audio/wav', path: '', picture: false }
  return { ...named, content, bytes: content.length, seconds: 1 }
}

function probeOf(model: string, privateAllowed: boolean): Outgoing {
  const { operation, dialect, body, sound } = probeFor(model)
  return {
    operation,
    single: false,
    dialect,
    body: Buffer.from(JSON.stringify(body)),
    model,
    stream: false,
    eventsAsked: false,
    files: sound === true ? [silence()] : [],
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
  /** Events came, whatever was asked for. */
  readonly isStream: boolean
}

const without = (failure: AttemptFailure, isStream = false, status = failure.status): Answer => ({
  status,
  text: '',
  failure,
  isStream,
})

type AnswerContext = Pick<Outgoing, 'operation' | 'stream'> & {
  readonly channel: Channel
  /** In which it was asked, before it was written anew. */
  readonly clients: DialectName
  readonly dialect: SpokenDialect
  readonly now: number
}

async function answerOf(opening: Opening, answered: AnswerContext): Promise<Answer> {
  const { channel, operation } = answered
  const { status, headers, body } = await opening.reply
  if (status < 200 || status > 299) {
    const text = await readSome(body, 16 * 1024)
    return without(failureOfStatus(status, { ...answered, headers, body: text }), false, status)
  }
  const bytes = await readWhole(body, answerBytesMax)
  if (operations[operation].relayed === 'speech') return soundIn(bytes, headers, answered, status)
  const said = bytes.toString('utf8')
  const isStream = /^\s*(?:data|event|id|retry|:)/.test(said)
  if (answered.stream && isStream) return wordsIn(eventsIn(bytes, answered), status, channel)
  const parsed = parsedOf(said)
  if (parsed === null) return without(noAnswer(headers, said), isStream, status)
  if ('error' in parsed) return without(failureInAnswer(said, channel), false, status)
  return wholeIn(parsed, answered, status)
}

/** A transcript, a piece, or the words of a chat. */
function wholeIn(
  answer: Record<string, unknown>,
  { channel, operation, clients, dialect }: AnswerContext,
  status: number,
): Answer {
  const { asClient } = spokenBySuppliers[dialect]
  const isTranscript =
    operations[operation].relayed === 'transcript' &&
    (asClient.transcribe?.transcript(answer) ?? null) !== null
  const isPiece = pieceBetween(operation, clients, dialect)?.gives(answer) === true
  return isTranscript || isPiece
    ? { status, text: 'ok', failure: null, isStream: false }
    : wordsIn(asClient.answer(answer), status, channel)
}

/** Sound as it is, or in events, or in JSON. */
function soundIn(
  bytes: Buffer,
  headers: UpstreamReply['headers'],
  { channel, dialect }: AnswerContext,
  status: number,
): Answer {
  const type = headers['content-type'] ?? ''
  const well = { status, text: 'ok', failure: null, isStream: false }
  const isSound = !/^(text\/|application\/([\w.-]+\+)?json)/i.test(type)
  if (isSound) return bytes.length === 0 ? without(emptyAnswer, false, status) : well
  const said = bytes.toString('utf8')
  const data = /^text\/event-stream/i.test(type) ? said.split(/\r?\n\r?\n/).map(dataOf) : [said]
  const frames = data.flatMap((text) => (text === null ? [] : [parsedOf(text) ?? {}]))
  const parts = frames.flatMap(
    (frame) => spokenBySuppliers[dialect].asClient.speech?.parts(frame) ?? [],
  )
  const broken = parts.find((part) => part.kind === 'failure')
  if (broken !== undefined) return without(failureIn(broken.failure, channel), false, status)
  return parts.some(({ kind }) => kind === 'sound')
    ? well
    : without(noAnswer(headers, said), false, status)
}

function eventsIn(bytes: Buffer, { channel, dialect }: AnswerContext): ModelEvent[] {
  const cutter = supplierBehind(channel).framing(dialect).cutter()
  const reader = spokenBySuppliers[dialect].asClient.read()
  const run = cutter.push(bytes)
  const frames = run === null ? [] : framesOf(wholeFramesOf(run)).map((frame) => frame.bytes)
  const rest = cutter.flush()
  const texts = [...frames, ...(rest === null ? [] : [rest])].map((frame) =>
    Buffer.from(frame).toString('utf8'),
  )
  return [...texts.flatMap((text) => reader.step(text)), ...reader.finish()]
}

function wordsIn(events: readonly ModelEvent[], status: number, channel: Channel): Answer {
  const broken = events.find((event) => event.kind === 'failed')
  if (broken !== undefined) return without(failureIn(broken.failure, channel), false, status)
  const words = events.flatMap((event) =>
    event.kind === 'text' || event.kind === 'reasoning' ? [event.text] : [],
  )
  const text = withoutSecrets(secretsOf(channel))(words.join(''))
  return { status, text: cut(text, 200), failure: null, isStream: false }
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
