import { phrase } from '@posthouse/contract/phrases'
import { brokenAnswer, failureOfTransport, noJson } from '../../upstream/attempt-failure.ts'
import { joinBytes } from '../../lib/bytes.ts'
import type {
  BodySink,
  ByteSource,
  Opening,
  TransportError,
} from '../../upstream/transport/transport.ts'
import type { Usage } from '@posthouse/llm/canonical/usage'
import type { DeliveredContent } from '../../charging/delivered-content.ts'
import type { ReportedUsage } from '../../charging/reported-usage.ts'
import { JsonShape } from '../../codec/answer/json-shape.ts'
import type { PricedPassage, ToTell, WholeAnswer } from '../../codec/answer/answer.ts'
import { busy, type MemoryLease, smallBytesMax } from '../../http/body-memory.ts'
import { type Relayed, relayed, RelayEnd, unwanted } from './relay.ts'
import type { Reply } from '../reply/reply.ts'
import type { UsageSources } from '../../charging/count-usage.ts'
import { isBelieved, isExact } from '../../charging/settlement.ts'

export type AnswerWork = {
  readonly reply: Reply
  readonly opening: Opening
  readonly source: ByteSource
  readonly passage: PricedPassage
  readonly delivered: DeliveredContent
  readonly memory: Pick<MemoryLease, 'count' | 'grow' | 'giveBack'>
  readonly onFirstContent: () => void
  /** Called with content that the client's dialect cannot carry. */
  readonly onLost: (lost: readonly string[]) => void
  /** Usage to show if the report cannot be shown unchanged, as the settlement will count it. */
  readonly countUsage: (told: UsageSources) => Promise<Usage>
}

const json = { 'content-type': 'application/json' } as const

/** Answers up to this are read and checked completely before anything is sent. */
const wholeBytesMax = 4 * 1024 * 1024
/** Limit of answers that must be read completely. */
const keptBytesMax = 64 * 1024 * 1024
/** Tail of a long answer, which contains its usage. */
const tailBytes = 64 * 1024

/** Relays an answer in one piece, once it is known to be valid. Rejects with a bug. */
export const relayAnswer = (work: AnswerWork): Promise<Relayed> => new AnswerRelay(work).run()

class AnswerRelay implements BodySink {
  readonly #work: AnswerWork
  readonly #result = new RelayEnd(() => this.#release())
  #chunks: Buffer[] = []
  #length = 0
  /** Too long to keep, so bytes are forwarded as they arrive. */
  #passing = false
  #tail: Buffer = Buffer.alloc(0)
  readonly #json = new JsonShape()
  /** Report of an answer that was read completely. */
  #reported: ReportedUsage | null = null
  #finished = false

  constructor(work: AnswerWork) {
    this.#work = work
  }

  run(): Promise<Relayed> {
    const { reply, source, opening } = this.#work
    reply.onLeft(() => {
      opening.abort()
      this.#finish(unwanted(reply))
    })
    reply.onDrained(() => source.resume())
    if (!this.#finished) source.read(this)
    return this.#result.promise
  }

  data(chunk: Buffer): void {
    if (!this.#finished) this.#result.guarded(() => this.#take(chunk))
  }

  end(): void {
    if (!this.#finished) this.#result.guarded(() => this.#ended())
  }

  #take(chunk: Buffer): void {
    if (this.#passing) return this.#pass(chunk)
    this.#chunks.push(chunk)
    this.#length += chunk.length
    if (this.#length <= smallBytesMax) this.#work.memory.count(chunk.length)
    else if (!this.#work.memory.grow(chunk.length)) return this.#noRoom(this.#length - chunk.length)
    if (this.#length <= wholeBytesMax) return
    const first = this.#chunks[0]
    const isPassing = first !== undefined && this.#work.passage.passing?.begins(first) === true
    if (isPassing) this.#beginPassing()
    else if (this.#length > keptBytesMax) this.#tooLong()
  }

  #ended(): void {
    if (!this.#passing) return this.#whole()
    if (!this.#json.isWhole) return this.#isNoJson()
    const reported = this.#work.passage.passing?.usageInTail(this.#tail) ?? null
    const deliver = (): void => this.#work.reply.end()
    this.#finish(relayed('complete', { reported, heard: reported, deliver }))
  }

  fail(error: TransportError): void {
    if (this.#finished) return
    const failure = failureOfTransport(error)
    if (failure.verdict === 'stop') return this.#finish(unwanted(this.#work.reply))
    this.#finish(
      relayed(this.#passing ? 'failed-mid-stream' : 'failed-before-content', { failure }),
    )
  }

  /** Part of it was already sent, so the connection is closed. */
  #isNoJson(): void {
    this.#work.opening.abort()
    this.#finish(relayed('failed-mid-stream', { failure: noJson }))
  }

  #tooLong(): void {
    this.#work.opening.abort()
    const failure = brokenAnswer('broken-answer', phrase('the answer of the upstream is too long'))
    this.#finish(relayed('failed-before-content', { failure }))
  }

  /** Not the supplier's fault, and another answer would find no room either. */
  #noRoom(keptBytes: number): void {
    this.#work.opening.abort()
    this.#chunks = []
    // Released at once, because other growing answers need it.
    this.#work.memory.giveBack(keptBytes)
    this.#finish(relayed('server-failed', { refusal: busy() }))
  }

  #whole(): void {
    joinBytes(this.#chunks)
      .then((bytes) => this.#work.passage.read(bytes, (answer) => this.#tell(answer)))
      .then(
        (answer) => this.#result.guarded(() => this.#read(answer)),
        (bug: unknown) => this.#result.broken(bug),
      )
  }

  async #tell({ reported, said, isEmpty }: ToTell): Promise<Usage | null> {
    // The client may have left while the answer was read.
    if (this.#finished) return null
    const { delivered, onFirstContent, countUsage } = this.#work
    this.#reported = reported
    onFirstContent()
    // Text is counted only without a plausible report.
    if (isBelieved(reported)) delivered.mark()
    else {
      delivered.addSaid(said)
      if (!isEmpty) delivered.mark()
    }
    const isTold = isExact(reported) || (!isBelieved(reported) && !delivered.anything)
    return isTold ? null : countUsage({ reported, heard: reported })
  }

  #read(answer: WholeAnswer): void {
    if ('failure' in answer) return this.#finish(relayed('failed-before-content', answer))
    const { reply, onLost } = this.#work
    const { body, lost = [] } = answer
    onLost(lost)
    const reported = this.#reported
    this.#finish(
      relayed('complete', {
        reported,
        heard: reported,
        bytes: body,
        lost,
        deliver: (cost) =>
          cost === null ? reply.send(200, json, body) : this.#deliverPriced(body, cost),
      }),
    )
  }

  /** Never rejects: if the cost fails, the answer is sent without it. */
  async #deliverPriced(body: Buffer, cost: string): Promise<void> {
    const { reply, passage } = this.#work
    const priced = await passage.withCost(body, cost).catch(() => body)
    reply.send(200, { ...json, 'x-posthouse-cost': cost }, priced)
  }

  #beginPassing(): void {
    const { reply, onFirstContent, delivered } = this.#work
    const first = Buffer.concat(this.#chunks, this.#length)
    this.#chunks = []
    this.#passing = true
    onFirstContent()
    delivered.mark()
    reply.head(200, json)
    this.#pass(first)
  }

  #pass(chunk: Buffer): void {
    const { reply, source } = this.#work
    if (!this.#json.push(chunk)) return this.#isNoJson()
    this.#tail = Buffer.concat([this.#tail, chunk]).subarray(-tailBytes)
    if (!reply.write(chunk)) source.pause()
  }

  #finish(result: Relayed): void {
    if (this.#finished) return
    this.#release()
    this.#result.resolve(result)
  }

  #release(): void {
    this.#finished = true
    this.#work.reply.onLeft(null)
    this.#work.reply.onDrained(null)
  }
}
