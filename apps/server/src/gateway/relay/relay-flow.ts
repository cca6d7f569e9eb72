import { phrase } from '@posthouse/contract/phrases'
import type { Usage } from '@posthouse/llm/canonical/usage'
import type { UsageSources } from '../../charging/count-usage.ts'
import type { DeliveredContent } from '../../charging/delivered-content.ts'
import { isBelieved } from '../../charging/settlement.ts'
import { busy, type MemoryLease, smallBytesMax } from '../../http/body-memory.ts'
import { brokenAnswer, emptyAnswer, failureOfTransport } from '../../upstream/attempt-failure.ts'
import type {
  BodySink,
  ByteSource,
  Opening,
  TransportError,
} from '../../upstream/transport/transport.ts'
import type { Reply } from '../reply/reply.ts'
import type { Flow, Flowed } from '../../codec/answer/flows/flow.ts'
import { type Relayed, relayed, RelayEnd, unwanted } from './relay.ts'

export type FlowWork = {
  readonly reply: Reply
  readonly opening: Opening
  readonly source: ByteSource
  readonly flow: Flow
  readonly delivered: DeliveredContent
  readonly memory: Pick<MemoryLease, 'count' | 'grow'>
  readonly onFirstContent: () => void
  /** Usage to show without a plausible report, as the settlement will count it. */
  readonly countUsage: (told: UsageSources) => Promise<Usage>
}

/** Limit of answers that must be read completely. */
const wholeBytesMax = 64 * 1024 * 1024

/** Relays sound, or events that contain it, as they arrive. Rejects with a bug. */
export const relayFlow = (work: FlowWork): Promise<Relayed> => new FlowRelay(work).run()

class FlowRelay implements BodySink {
  readonly #work: FlowWork
  readonly #result = new RelayEnd(() => this.#release())
  #chunks: Buffer[] = []
  #length = 0
  #begun = false
  #finished = false

  constructor(work: FlowWork) {
    this.#work = work
  }

  run(): Promise<Relayed> {
    const { reply, source, opening } = this.#work
    reply.onLeft(() => {
      opening.abort()
      this.#finish(unwanted(reply, this.#known()))
    })
    reply.onDrained(() => source.resume())
    if (!this.#finished) source.read(this)
    return this.#result.promise
  }

  data(chunk: Buffer): void {
    if (this.#finished) return
    this.#result.guarded(() =>
      this.#work.flow.isWhole ? this.#keep(chunk) : this.#goOn(this.#work.flow.take(chunk)),
    )
  }

  end(): void {
    if (!this.#finished) this.#result.guarded(() => this.#ended())
  }

  fail(error: TransportError): void {
    if (this.#finished) return
    const failure = failureOfTransport(error)
    if (failure.verdict === 'stop') return this.#finish(unwanted(this.#work.reply, this.#known()))
    this.#failed(failure)
  }

  #keep(chunk: Buffer): void {
    const { memory, opening } = this.#work
    this.#chunks.push(chunk)
    this.#length += chunk.length
    if (this.#length <= smallBytesMax) memory.count(chunk.length)
    else if (!memory.grow(chunk.length)) {
      opening.abort()
      this.#finish(relayed('server-failed', { refusal: busy() }))
    } else if (this.#length > wholeBytesMax) {
      this.#failed(brokenAnswer('broken-answer', phrase('the answer of the upstream is too long')))
    }
  }

  #ended(): void {
    const { flow } = this.#work
    if (flow.isWhole) this.#goOn(flow.take(Buffer.concat(this.#chunks)))
    if (!this.#finished) this.#goOn(flow.finish())
    if (this.#finished) return
    if (!this.#begun && flow.waits !== true) return this.#failed(emptyAnswer)
    this.#complete().catch((bug: unknown) => this.#result.broken(bug))
  }

  async #complete(): Promise<void> {
    const { flow, reply, countUsage, delivered } = this.#work
    if (flow.waits === true) delivered.mark()
    const { reported } = flow
    const usage = isBelieved(reported)
      ? reported.usage
      : await countUsage({ reported, heard: reported })
    const deliver = (cost: string | null): void => {
      const last = flow.last(usage, cost)
      if (flow.waits === true) return this.#send(last, cost)
      if (last === null) reply.end()
      else reply.end(last)
    }
    this.#finish(relayed('complete', { ...this.#known(), deliver }))
  }

  /** Sends an answer that had to be complete. */
  #send(body: Buffer | null, cost: string | null): void {
    const { reply, flow } = this.#work
    const told = cost === null ? {} : { 'x-posthouse-cost': cost }
    reply.send(200, { ...flow.headers, ...told }, body ?? '')
  }

  #goOn({ out, texts, soundTokens, failure }: Flowed): void {
    const { reply, source, delivered, onFirstContent } = this.#work
    for (const text of texts) delivered.add(JSON.stringify(text).slice(1, -1))
    if (texts.length > 0 && out.length === 0) onFirstContent()
    if (out.length > 0) {
      this.#begin()
      delivered.addSound(soundTokens)
      const taken = out.map((bytes) => reply.write(bytes))
      if (taken.includes(false)) source.pause()
    }
    if (failure !== null) this.#failed(failure)
  }

  #begin(): void {
    if (this.#begun) return
    this.#begun = true
    this.#work.onFirstContent()
    this.#work.reply.head(200, this.#work.flow.headers)
  }

  #known(): Pick<Relayed, 'reported' | 'heard' | 'seconds'> {
    const { reported, seconds = null } = this.#work.flow
    return { reported, heard: reported, seconds }
  }

  #failed(failure: NonNullable<Relayed['failure']>): void {
    this.#work.opening.abort()
    const kind = this.#begun ? 'failed-mid-stream' : 'failed-before-content'
    this.#finish(relayed(kind, { failure, ...this.#known() }))
  }

  #finish(result: Relayed): void {
    if (this.#finished) return
    this.#release()
    this.#result.resolve(result)
  }

  #release(): void {
    this.#finished = true
    this.#chunks = []
    this.#work.reply.onLeft(null)
    this.#work.reply.onDrained(null)
  }
}
