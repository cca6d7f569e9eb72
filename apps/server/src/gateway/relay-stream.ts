import type { Refusal } from '@posthouse/contract/refusal'
import { type FrameCutter, frameCutter, type FrameRun } from '@posthouse/llm/parts/framing'
import type { Channel } from '../channels/channel.ts'
import {
  type AttemptFailure,
  brokenAnswer,
  failureOfTransport,
} from '../upstream/attempt-failure.ts'
import type { BodySink, ByteSource, Opening, TransportError } from '../upstream/transport.ts'
import { cachedBytesMax } from './chat-cache.ts'
import type { Delivered } from './delivered.ts'
import type { Reported, Reservation } from './exchange.ts'
import { failureInFrame, frameAround } from './failure-in-frame.ts'
import { type KeepAlive, streamHeaders } from './keep-alive.ts'
import { type Relayed, relayed } from './relay.ts'
import type { Reply } from './reply.ts'
import { errorAt, hasStopped, isContentful, isDone, textsIn, usageAt } from './scan.ts'
import { type Cost, readUsage, withCost } from './usage-frame.ts'

export type StreamWork = {
  readonly reply: Reply
  readonly opening: Opening
  readonly source: ByteSource
  readonly channel: Channel
  readonly reservation: Reservation
  readonly delivered: Delivered
  readonly keepAlive: KeepAlive
  /** The client asked for the usage chunk; else it is ours and goes no further. */
  readonly usageShown: boolean
  /** Puts the price into the usage chunk; null: nobody asked. */
  readonly cost: Cost | null
  readonly keepBytes: boolean
  /** Usage that no request of this size can have is not believed. */
  readonly isAbsurd: (reported: Reported) => boolean
  readonly onFirstContent: () => void
}

/** What waits for the first content, so that a failure before it is still a failover. */
const preludeBytesMax = 64 * 1024

/**
 * One stream from an upstream to the client: frames go on as they came, all that one read completed
 * in one write; usage is read in passing; both sides wait for each other.
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
  readonly #cutter: FrameCutter = frameCutter()
  #prelude: Uint8Array[] = []
  #preludeBytes = 0
  #committed = false
  #stopped = false
  #done = false
  #inPieces = false
  #reported: Reported | null = null
  #extending = false
  #dry: Refusal | null = null
  #finished = false
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
    if (this.#finished) return
    const complete = this.#done || this.#stopped
    if (!this.#committed) {
      return this.#failed(brokenAnswer('empty-answer', 'the upstream sent an empty answer'))
    }
    if (!complete) return this.#failed(brokenAnswer('broken-answer', 'the upstream broke off'))
    this.#work.reply.end()
    this.#finish('complete', { bytes: this.#kept === null ? null : Buffer.concat(this.#kept) })
  }

  fail(error: TransportError): void {
    if (this.#finished) return
    // Everything had come: how the connection ended then makes no difference.
    if (this.#done) this.end()
    else this.#failed(failureOfTransport(error))
  }

  #take(run: FrameRun): void {
    const text = asBuffer(run.bytes).toString('latin1')
    const error = errorAt(text)
    if (error !== -1 && this.#isError(run, text, error)) return
    const texts = this.#textsOf(run, text)
    this.#stopped ||= hasStopped(text)
    this.#done ||= isDone(text)
    const out = this.#readUsage(run, text)
    if (texts.length > 0 || isContentful(text)) this.#commit()
    if (out.length > 0) this.#send(out, texts)
    this.#watchSlice()
  }

  /** A frame too long to wait for has no end to find its text by: all of it counts. */
  #textsOf(run: FrameRun, text: string): readonly string[] {
    const lastEnd = run.ends.at(-1) ?? 0
    const wasInPieces = this.#inPieces
    this.#inPieces = run.open || (wasInPieces && run.ends.length === 0)
    this.#work.keepAlive.atBoundary = !this.#inPieces
    if (!run.open && !wasInPieces) return textsIn(text)
    const firstEnd = wasInPieces ? (run.ends[0] ?? text.length) : 0
    return [
      ...(firstEnd > 0 ? [text.slice(0, firstEnd)] : []),
      ...textsIn(text.slice(firstEnd, Math.max(firstEnd, lastEnd))),
      ...(run.open && lastEnd < text.length ? [text.slice(Math.max(firstEnd, lastEnd))] : []),
    ]
  }

  /** An error of the upstream's own where an event should be: its words do not go out unmasked. */
  #isError(run: FrameRun, text: string, at: number): boolean {
    const frame = frameAround(run, at)
    const failure = failureInFrame(text.slice(frame.from, frame.to), this.#work.channel)
    if (failure === null) return false
    if (frame.from > 0) {
      this.#take({ ...run, bytes: run.bytes.subarray(0, frame.from), open: false })
    }
    this.#work.opening.abort()
    this.#failed(failure)
    return true
  }

  /** The bytes to send: without the usage chunk that only we asked for, or with its price. */
  #readUsage(run: FrameRun, text: string): Uint8Array[] {
    const out: Uint8Array[] = []
    let sent = 0
    let at = usageAt(text, 0)
    while (at !== -1) {
      const { from, to } = frameAround(run, at)
      const found = readUsage(text.slice(from, to))
      if (found !== null) {
        const { reported } = found
        this.#reported = { ...reported, absurd: reported.absurd || this.#work.isAbsurd(reported) }
        const replacement = this.#replacementOf(found.onlyUsage, text.slice(from, to))
        if (replacement !== null) {
          out.push(run.bytes.subarray(sent, from), replacement)
          sent = to
        }
      }
      at = usageAt(text, to)
    }
    out.push(run.bytes.subarray(sent))
    return out.filter(({ length }) => length > 0)
  }

  /** What goes out instead of a frame with usage; null: the frame itself. */
  #replacementOf(onlyUsage: boolean, frame: string): Uint8Array | null {
    const { usageShown, cost } = this.#work
    if (onlyUsage && !usageShown) return new Uint8Array()
    if (cost === null || this.#reported === null || this.#reported.absurd) return null
    return withCost(frame, cost(this.#reported.usage))
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
    if (this.#finished) return
    const { opening, reply, delivered } = this.#work
    opening.abort()
    // The last write may still have been on our side of the socket.
    if (reply.pendingBytes >= this.#lastBytes) delivered.takeBack(this.#lastTexts)
    this.#finish('client-left')
  }

  #failed(failure: AttemptFailure): void {
    this.#work.opening.abort()
    if (failure.verdict === 'stop') return this.#finish('client-left')
    this.#finish(this.#committed ? 'failed-mid-stream' : 'failed-before-content', { failure })
  }

  #finish(kind: Relayed['kind'], more: Partial<Relayed> = {}): void {
    if (this.#finished) return
    this.#finished = true
    this.#work.reply.onLeft(null)
    this.#work.reply.onDrained(null)
    this.#work.keepAlive.atBoundary = this.#cutter.atBoundary()
    this.#resolve(relayed(kind, { reported: this.#reported, ...more }))
  }
}

const asBuffer = (bytes: Uint8Array): Buffer =>
  Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
