import type { Refusal } from '@posthouse/contract/refusal'
import { type FrameCutter, frameCutter, type FrameRun } from '@posthouse/llm/parts/framing'
import {
  type AttemptFailure,
  brokenAnswer,
  emptyAnswer,
  failureOfTransport,
} from '../upstream/attempt-failure.ts'
import type { BodySink, ByteSource, Opening, TransportError } from '../upstream/transport.ts'
import { cachedBytesMax } from './chat-cache.ts'
import type { Delivered } from './delivered.ts'
import type { Reservation } from './exchange.ts'
import { type KeepAlive, streamHeaders } from './keep-alive.ts'
import { type Relayed, relayed } from './relay.ts'
import type { Reply } from './reply.ts'
import type { Passage, Step } from './passages/passage.ts'

export type StreamWork = {
  readonly reply: Reply
  readonly opening: Opening
  readonly source: ByteSource
  readonly passage: Passage
  readonly reservation: Reservation
  readonly delivered: Delivered
  readonly keepAlive: KeepAlive
  readonly keepBytes: boolean
  readonly onFirstContent: () => void
  /** What must be done before the client sees the end of a complete answer; null: nothing. */
  readonly beforeEnd: (() => Promise<void>) | null
}

/** What waits for the first content, so that a failure before it is still a failover. */
const preludeBytesMax = 64 * 1024

/** How long the usage of an answer is waited for whose reader had all of it and left. */
const usagePatienceMs = 2_000

/**
 * One stream from an upstream to the client: what a passage makes of one read goes out in one write;
 * both sides wait for each other.
 */
export function relayStream(work: StreamWork): Promise<Relayed> {
  return new Promise((resolve, reject) => {
    new StreamRelay(work, resolve, reject).run()
  })
}

class StreamRelay implements BodySink {
  readonly #work: StreamWork
  readonly #resolve: (relayed: Relayed) => void
  readonly #reject: (bug: unknown) => void
  readonly #cutter: FrameCutter
  #prelude: Uint8Array[] = []
  #preludeBytes = 0
  #committed = false
  #extending = false
  #dry: Refusal | null = null
  #finished = false
  /** Nobody reads any more; only the usage is waited for. */
  #leaving: NodeJS.Timeout | null = null
  #lastTexts: readonly string[] = []
  #lastBytes = 0
  #kept: Buffer[] | null
  #keptBytes = 0

  constructor(
    work: StreamWork,
    resolve: (relayed: Relayed) => void,
    reject: (bug: unknown) => void,
  ) {
    this.#work = work
    this.#resolve = resolve
    this.#reject = reject
    this.#cutter = frameCutter(work.passage.frameBytesMax)
    this.#kept = work.keepBytes ? [] : null
  }

  run(): void {
    const { reply, source } = this.#work
    reply.onLeft(() => this.#clientLeft())
    reply.onDrained(() => source.resume())
    if (!this.#finished) source.read(this)
  }

  data(chunk: Buffer): void {
    if (this.#finished) return
    const run = this.#cutter.push(chunk)
    if (run !== null) this.#take(run)
  }

  end(): void {
    if (this.#finished) return
    const rest = this.#cutter.flush()
    if (rest !== null) this.#take({ bytes: rest, ends: [rest.length], open: false })
    if (!this.#finished) this.#pass(this.#work.passage.finish())
    if (this.#finished) return
    if (this.#leaving !== null) return this.#finish('client-left')
    const { complete } = this.#work.passage
    if (!this.#committed) {
      return this.#failed(emptyAnswer)
    }
    if (!complete) return this.#failed(brokenAnswer('broken-answer', 'the upstream broke off'))
    const { beforeEnd } = this.#work
    if (beforeEnd === null) return this.#complete()
    beforeEnd().then(() => this.#complete(), this.#reject)
  }

  #complete(): void {
    if (this.#finished) return
    this.#work.reply.end()
    this.#finish('complete', { bytes: this.#kept === null ? null : Buffer.concat(this.#kept) })
  }

  fail(error: TransportError): void {
    if (this.#finished) return
    // Everything had come: how the connection ended then makes no difference.
    if (this.#work.passage.done) this.end()
    else this.#failed(failureOfTransport(error))
  }

  #take(run: FrameRun): void {
    const { passage, keepAlive } = this.#work
    const step = passage.take(run)
    if (this.#leaving !== null && passage.reported !== null) return this.#finish('client-left')
    keepAlive.atBoundary = passage.atBoundary
    this.#pass(step)
    if (step.failure === null) this.#watchSlice()
  }

  #pass({ out, texts, contentful, failure }: Step): void {
    if (contentful) this.#commit()
    // What has content may be known only at the end, when all of it has come.
    const isWaiting = this.#committed && this.#prelude.length > 0
    if (out.length > 0 || isWaiting) this.#send(out, texts)
    if (failure !== null) this.#failed(failure)
  }

  #commit(): void {
    if (this.#committed) return
    this.#committed = true
    this.#work.onFirstContent()
    this.#work.reply.head(200, streamHeaders)
  }

  #send(pieces: readonly Uint8Array[], texts: readonly string[]): void {
    if (!this.#committed) {
      this.#prelude.push(...pieces.map((piece) => Uint8Array.from(piece)))
      this.#preludeBytes += pieces.reduce((sum, { length }) => sum + length, 0)
      if (this.#preludeBytes <= preludeBytesMax) return
      this.#commit()
      return this.#write(this.#takePrelude(), texts)
    }
    this.#write(this.#prelude.length === 0 ? pieces : [...this.#takePrelude(), ...pieces], texts)
  }

  #takePrelude(): Uint8Array[] {
    const prelude = this.#prelude
    this.#prelude = []
    return prelude
  }

  #write(pieces: readonly Uint8Array[], texts: readonly string[]): void {
    const { reply, source, delivered, keepAlive } = this.#work
    const first = pieces[0]
    if (first === undefined || reply.left) return
    const bytes = pieces.length === 1 ? first : Buffer.concat(pieces)
    for (const text of texts) delivered.add(text)
    this.#lastTexts = texts
    this.#lastBytes = bytes.length
    this.#keep(bytes)
    keepAlive.wrote()
    if (!reply.write(bytes)) source.pause()
  }

  #keep(bytes: Uint8Array): void {
    if (this.#kept === null) return
    this.#keptBytes += bytes.length
    if (this.#keptBytes > cachedBytesMax) this.#kept = null
    else this.#kept.push(Buffer.from(bytes))
  }

  /** Asks for the next slice at the half of this one; the stream does not wait for it. */
  #watchSlice(): void {
    const { reservation, delivered } = this.#work
    if (this.#extending || this.#finished) return
    const held = reservation.outputTokensHeld()
    const about = delivered.tokensAbout
    if (about < (this.#dry === null ? held / 2 : held)) return
    this.#extending = true
    reservation
      .extend()
      .then((refusal) => {
        this.#extending = false
        this.#dry = refusal
        if (refusal === null || delivered.tokensAbout < reservation.outputTokensHeld()) return
        this.#ranOut(refusal)
      })
      .catch((bug: unknown) => {
        this.#work.opening.abort()
        this.#reject(bug)
      })
  }

  #ranOut(refusal: Refusal): void {
    if (this.#finished) return
    this.#work.opening.abort()
    this.#finish('quota-ran-out', { refusal })
  }

  #clientLeft(): void {
    if (this.#finished || this.#leaving !== null) return
    const { passage, reply, delivered, source } = this.#work
    // The last write may still have been on our side of the socket.
    if (reply.pendingBytes >= this.#lastBytes) delivered.takeBack(this.#lastTexts)
    if (!passage.complete || passage.reported !== null) return this.#finish('client-left')
    // Many readers go at the reason to stop, and what was thought and not said is in the usage behind it.
    this.#leaving = setTimeout(() => this.#finish('client-left'), usagePatienceMs)
    source.resume()
  }

  #failed(failure: AttemptFailure): void {
    this.#work.opening.abort()
    if (failure.verdict === 'stop' || this.#leaving !== null) return this.#finish('client-left')
    this.#finish(this.#committed ? 'failed-mid-stream' : 'failed-before-content', { failure })
  }

  #finish(kind: Relayed['kind'], more: Partial<Relayed> = {}): void {
    if (this.#finished) return
    this.#finished = true
    if (kind === 'client-left') this.#work.opening.abort()
    if (this.#leaving !== null) clearTimeout(this.#leaving)
    this.#work.reply.onLeft(null)
    this.#work.reply.onDrained(null)
    this.#work.keepAlive.atBoundary = this.#cutter.atBoundary()
    this.#resolve(relayed(kind, { reported: this.#work.passage.reported, ...more }))
  }
}
