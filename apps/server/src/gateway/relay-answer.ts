import { fieldsOf } from '@posthouse/llm/parts/fields'
import { openAiUsage } from '@posthouse/llm/protocols/openai-chat/usage'
import type { Channel } from '../channels/channel.ts'
import {
  type AttemptFailure,
  brokenAnswer,
  failureInAnswer,
  failureOfTransport,
} from '../upstream/attempt-failure.ts'
import type { BodySink, ByteSource, Opening, TransportError } from '../upstream/transport.ts'
import { cachedBytesMax } from './chat-cache.ts'
import type { Delivered } from './delivered.ts'
import type { Reported } from './exchange.ts'
import { type Relayed, relayed } from './relay.ts'
import type { Reply } from './reply.ts'
import { jsonOf, textsIn, usageInTail } from './scan.ts'
import { isBelieved } from './settlement.ts'

export type AnswerWork = {
  readonly reply: Reply
  readonly opening: Opening
  readonly source: ByteSource
  readonly channel: Channel
  readonly delivered: Delivered
  readonly isAbsurd: (reported: Reported) => boolean
  readonly onFirstContent: () => void
}

/** Answers up to this are read whole and checked before anything goes out. */
const wholeBytesMax = 4 * 1024 * 1024
/** JSON up to this is parsed here; longer text would hold the event loop up. */
const parsedBytesMax = 1024 * 1024
/** The end of a long answer, where its usage stands. */
const tailBytes = 64 * 1024

/** One answer in one piece: it goes out only once it is known to be one. */
export function relayAnswer(work: AnswerWork): Promise<Relayed> {
  return new Promise((resolve) => {
    new AnswerRelay(work, resolve).run()
  })
}

class AnswerRelay implements BodySink {
  readonly #work: AnswerWork
  readonly #resolve: (relayed: Relayed) => void
  #chunks: Buffer[] = []
  #length = 0
  /** Too long to keep: what comes goes on at once. */
  #passing = false
  #tail: Buffer = Buffer.alloc(0)
  #finished = false

  constructor(work: AnswerWork, resolve: (relayed: Relayed) => void) {
    this.#work = work
    this.#resolve = resolve
  }

  run(): void {
    const { reply, source, opening } = this.#work
    reply.onLeft(() => {
      opening.abort()
      this.#finish(relayed('client-left'))
    })
    reply.onDrained(() => source.resume())
    if (!this.#finished) source.read(this)
  }

  data(chunk: Buffer): void {
    if (this.#finished) return
    if (this.#passing) return this.#pass(chunk)
    this.#chunks.push(chunk)
    this.#length += chunk.length
    if (this.#length > wholeBytesMax) this.#beginPassing()
  }

  end(): void {
    if (this.#finished) return
    if (!this.#passing) return this.#whole(Buffer.concat(this.#chunks, this.#length))
    this.#work.reply.end()
    this.#finish(relayed('complete', { reported: this.#checked(usageInTail(latin1(this.#tail))) }))
  }

  fail(error: TransportError): void {
    if (this.#finished) return
    const failure = failureOfTransport(error)
    if (failure.verdict === 'stop') return this.#finish(relayed('client-left'))
    this.#finish(
      relayed(this.#passing ? 'failed-mid-stream' : 'failed-before-content', { failure }),
    )
  }

  #whole(body: Buffer): void {
    const { reply, delivered, channel, onFirstContent } = this.#work
    const answer = answerIn(body, channel)
    if ('failure' in answer) return this.#finish(relayed('failed-before-content', answer))
    onFirstContent()
    delivered.mark()
    const reported = this.#checked(answer.reported)
    // Text is looked for only when it will be counted.
    if (!isBelieved(reported)) {
      for (const piece of textsIn(latin1(body))) delivered.add(piece)
    }
    this.#finish(
      relayed('complete', {
        reported,
        bytes: body.length > cachedBytesMax ? null : body,
        deliver: (cost) => {
          const priced = cost === null ? {} : { 'x-posthouse-cost': cost }
          reply.send(200, { 'content-type': 'application/json', ...priced }, body)
        },
      }),
    )
  }

  #beginPassing(): void {
    const { reply, onFirstContent, delivered } = this.#work
    const first = Buffer.concat(this.#chunks, this.#length)
    this.#chunks = []
    this.#passing = true
    onFirstContent()
    delivered.mark()
    reply.head(200, { 'content-type': 'application/json' })
    this.#pass(first)
  }

  #pass(chunk: Buffer): void {
    const { reply, source, delivered } = this.#work
    delivered.addBytes(chunk.length)
    this.#tail = Buffer.concat([this.#tail, chunk]).subarray(-tailBytes)
    if (!reply.write(chunk)) source.pause()
  }

  #checked(reported: Reported | null): Reported | null {
    if (reported === null) return null
    return { ...reported, absurd: reported.absurd || this.#work.isAbsurd(reported) }
  }

  #finish(result: Relayed): void {
    if (this.#finished) return
    this.#finished = true
    this.#work.reply.onLeft(null)
    this.#work.reply.onDrained(null)
    this.#resolve(result)
  }
}

const latin1 = (body: Buffer): string => body.toString('latin1')

const emptyAnswer = brokenAnswer('empty-answer', 'the upstream sent an empty answer')
const noJson = brokenAnswer('broken-answer', 'the upstream sent no valid JSON')

type Answer = { readonly reported: Reported | null } | { readonly failure: AttemptFailure }

/** The usage that a 200 reports, or why it is no answer. */
function answerIn(body: Buffer, channel: Channel): Answer {
  if (body.length === 0) return { failure: emptyAnswer }
  if (body.length > parsedBytesMax) {
    return looksLikeObject(body) ? { reported: usageInTail(latin1(body)) } : { failure: noJson }
  }
  const text = body.toString('utf8')
  const fields = fieldsOf(jsonOf(text))
  if (fields === null) return { failure: noJson }
  if ((fields['error'] ?? null) !== null) return { failure: failureInAnswer(text, channel) }
  const answers = fields['choices'] ?? fields['data']
  if (!Array.isArray(answers) || answers.length === 0) return { failure: emptyAnswer }
  return { reported: openAiUsage(fields['usage']) }
}

const looksLikeObject = (body: Buffer): boolean => {
  const text = body.subarray(0, 16).toString('latin1').trimStart()
  const end = body.subarray(-16).toString('latin1').trimEnd()
  return text.startsWith('{') && end.endsWith('}')
}
