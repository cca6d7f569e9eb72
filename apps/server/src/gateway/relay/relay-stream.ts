import { phrase } from '@posthouse/contract/phrases'
import type { Refusal } from '@posthouse/contract/refusal'
import type { Framing } from '@posthouse/llm/framings/framing'
import {
  type FrameCutter,
  type FrameRun,
  framesOf,
  wholeFramesOf,
} from '@posthouse/llm/parts/framing'
import type { Usage } from '@posthouse/llm/usage'
import {
  type AttemptFailure,
  beyondLimit,
  brokenAnswer,
  emptyAnswer,
  failureOfTransport,
} from '../../upstream/attempt-failure.ts'
import { busy, type MemoryLease } from '../../http/body-memory.ts'
import type { BodySink, ByteSource, Opening, TransportError } from '../../upstream/transport.ts'
import type { Told } from '../../charging/count-usage.ts'
import type { Reservation } from '../exchange.ts'
import { HoldSlices } from '../../charging/hold-slices.ts'
import { isBelieved } from '../../charging/settlement.ts'
import { cutFailureOf, lengthOf, type Passage, type Step } from './passages/passage.ts'
import { type Relayed, relayed, RelayEnd, unwanted } from './relay.ts'
import { StreamMemory } from './stream-memory.ts'
import { type OutputWork, StreamOutput } from './stream-output.ts'

export type StreamWork = OutputWork & {
  readonly opening: Opening
  readonly source: ByteSource
  readonly framing: Framing
  readonly passage: Passage
  readonly reservation: Reservation
  readonly memory: Pick<MemoryLease, 'count' | 'grow'>
  /** What a complete answer costs whose report cannot be told as it came, as the settlement will count it. */
  readonly countUsage: (told: Told) => Promise<Usage>
  /** What must be done before the client sees the end of a complete answer; null: nothing. */
  readonly beforeEnd: (() => Promise<void>) | null
}

/** How long the usage of an answer is waited for whose reader had all of it and left. */
const usagePatienceMs = 2_000

/**
 * One stream from an upstream to the client: what a passage makes of one read goes out in one write;
 * both sides wait for each other, and both wait where the money that is held ends. Rejects with a bug.
 */
export const relayStream = (work: StreamWork): Promise<Relayed> => new StreamRelay(work).run()

/** So much is read, and written anew, in a turn of the event loop: what comes faster waits for the next one. */
const turnBytesMax = 64 * 1024

/** What the upstream sent and has not been looked at: frames, or how it ended. */
type Waiting = FrameRun | 'end' | TransportError

class StreamRelay implements BodySink {
  readonly #work: StreamWork
  readonly #result = new RelayEnd(() => this.#release())
  readonly #cutter: FrameCutter
  readonly #output: StreamOutput
  readonly #slices: HoldSlices
  readonly #memory: StreamMemory
  /** Something must be held or counted first: what comes waits. */
  #blocked = false
  /** Others have their turn: what comes waits. */
  #isResting = false
  #turnBytes = 0
  readonly #waiting: Waiting[] = []
  /** Of the step that waits for what it needs to be held. */
  #standingBytes = 0
  #finished = false
  /** Nobody reads any more; only the usage is waited for. */
  #leaving: NodeJS.Timeout | null = null

  constructor(work: StreamWork) {
    this.#work = work
    this.#cutter = work.framing.cutter()
    this.#output = new StreamOutput(work)
    this.#slices = new HoldSlices(work, (bug) => this.#result.broken(bug))
    this.#memory = new StreamMemory(work.memory)
  }

  run(): Promise<Relayed> {
    const { reply, source } = this.#work
    reply.onLeft(() => this.#result.guarded(() => this.#clientLeft()))
    reply.onDrained(() =>
      this.#result.guarded(() => {
        this.#output.isFull = false
        this.#resume()
      }),
    )
    if (!this.#finished) source.read(this)
    return this.#result.promise
  }

  data(chunk: Buffer): void {
    if (this.#finished) return
    this.#result.guarded(() => {
      const run = this.#cutter.push(chunk)
      if (run !== null) this.#takeAll(this.#isNearTheEnd(run) ? framesOf(run) : [run])
      this.#turnBytes += chunk.length
      if (this.#turnBytes >= turnBytesMax) this.#rest()
      this.#weigh()
    })
  }

  end(): void {
    if (!this.#finished) this.#result.guarded(() => this.#takeAll(['end']))
  }

  fail(error: TransportError): void {
    if (!this.#finished) this.#result.guarded(() => this.#takeAll([error]))
  }

  /** The text of a run may reach beyond what is held or asked for: its frames are looked at one by one. */
  #isNearTheEnd({ bytes: { length }, ends }: FrameRun): boolean {
    const slices = this.#slices
    return ends.length > 1 && (!slices.hasRoomFor(length) || slices.isBeyondLimit(length))
  }

  #takeAll(coming: readonly Waiting[]): void {
    for (const [at, one] of coming.entries()) {
      if (this.#finished) return
      if (this.#blocked || this.#isResting) {
        this.#waiting.push(...coming.slice(at))
        return
      }
      if (one === 'end') this.#ended()
      else if (one instanceof Error) this.#brokenOff(one)
      else this.#take(one)
    }
  }

  #take(run: FrameRun): void {
    const { passage } = this.#work
    const step = passage.take(wholeFramesOf(run))
    if (this.#leaving !== null && passage.reported !== null) return this.#finishUnwanted()
    this.#pass({ ...step, failure: step.failure ?? cutFailureOf(run) }, () => {
      if (passage.awaitsCount) this.#count(() => {})
      else this.#slices.watch()
    })
  }

  #ended(): void {
    const rest = this.#cutter.flush()
    if (rest !== null) {
      this.#take({ bytes: rest, ends: [rest.length], open: false })
      if (this.#finished) return
      if (this.#blocked) return void this.#waiting.push('end')
    }
    this.#pass(this.#work.passage.finish(), () => this.#over())
  }

  #over(): void {
    const { passage } = this.#work
    if (passage.awaitsCount) return this.#count(() => this.#over())
    if (this.#leaving !== null) return this.#finishUnwanted()
    if (!this.#output.committed) return this.#failed(emptyAnswer)
    if (!passage.complete) {
      return this.#failed(brokenAnswer('broken-answer', phrase('the upstream broke off')))
    }
    const before = this.#beforeEnd()
    if (before.length === 0) return this.#complete()
    Promise.all(before).then(
      () => this.#result.guarded(() => this.#complete()),
      (bug: unknown) => this.#result.broken(bug),
    )
  }

  /** What takes time is done before the end, a count as well: between it and the charge is one write to the ledger. */
  #beforeEnd(): Promise<unknown>[] {
    const { passage, beforeEnd, countUsage } = this.#work
    const { reported, heard } = passage
    return [
      ...(beforeEnd === null ? [] : [beforeEnd()]),
      ...(isBelieved(reported) ? [] : [countUsage({ reported, heard })]),
    ]
  }

  #complete(): void {
    if (this.#finished) return
    this.#work.reply.end()
    this.#finish('complete', { bytes: this.#output.bytes })
  }

  #brokenOff(error: TransportError): void {
    // Everything had come: how the connection ended then makes no difference.
    if (this.#work.passage.done) this.#ended()
    else this.#failed(failureOfTransport(error))
  }

  /** Hands a step on, at once or when its text is held, and goes on after it. */
  #pass(step: Step, then: () => void): void {
    const isUnread = this.#leaving !== null || this.#work.reply.left
    const coming = lengthOf(step.texts) + this.#output.waitingTextBytes
    if (!isUnread && this.#slices.isBeyondLimit(coming)) return this.#failed(beyondLimit)
    if (isUnread || this.#slices.hasRoomFor(coming)) {
      this.#passNow(step)
      if (!this.#finished) then()
      return
    }
    this.#standingBytes = bytesOf(step.out)
    this.#block()
    this.#slices.extend((refusal) => {
      if (refusal === null) this.#unblock(() => this.#pass(step, then))
      else this.#result.guarded(() => this.#ranOut(refusal))
    })
  }

  #passNow({ out, contentful, failure, ...said }: Step): void {
    this.#standingBytes = 0
    if (contentful) this.#output.commit()
    this.#output.send(out, said)
    if (failure !== null) this.#failed(failure)
    else if (this.#output.isFull) this.#work.source.pause()
  }

  /** What was delivered is counted for the client; the last frames go out with it. */
  #count(then: () => void): void {
    const { passage, countUsage } = this.#work
    this.#block()
    countUsage({ reported: passage.reported, heard: passage.heard }).then(
      (usage) =>
        this.#unblock(() => {
          this.#passNow(passage.countedAs(usage))
          then()
        }),
      (bug: unknown) => this.#result.broken(bug),
    )
  }

  #block(): void {
    this.#blocked = true
    this.#work.source.pause()
  }

  /** Goes on with what stood still, and then with what has come meanwhile. */
  #unblock(work: () => void): void {
    if (this.#finished) return
    this.#result.guarded(() => {
      this.#blocked = false
      work()
      this.#goOn()
    })
  }

  #rest(): void {
    this.#turnBytes = 0
    if (this.#finished || this.#isResting) return
    this.#isResting = true
    this.#work.source.pause()
    setImmediate(() => {
      this.#isResting = false
      if (!this.#finished) this.#result.guarded(() => this.#goOn())
    })
  }

  #goOn(): void {
    if (!this.#blocked) this.#takeAll(this.#waiting.splice(0))
    this.#resume()
  }

  #resume(): void {
    this.#weigh()
    if (this.#finished) return
    const isWaiting = this.#blocked || this.#isResting || this.#output.isFull
    if (!isWaiting) this.#work.source.resume()
  }

  /** What was read and not looked at, and what the client has not taken, is of the memory of all. */
  #weigh(): void {
    if (this.#finished) return
    const unseen = bytesOf(this.#waiting.filter(isRun).map(({ bytes }) => bytes))
    const coming = this.#cutter.heldBytes + unseen + this.#standingBytes
    const held = coming + this.#output.heldBytes + this.#work.delivered.keptCharacters
    if (this.#memory.holds(held)) return
    // It is no fault of the supplier, and another one's answer would find no room either.
    this.#work.opening.abort()
    this.#finish('server-failed', { refusal: busy() })
  }

  #ranOut(refusal: Refusal): void {
    if (this.#finished) return
    this.#work.opening.abort()
    this.#finish('quota-ran-out', { refusal })
  }

  #clientLeft(): void {
    if (this.#finished || this.#leaving !== null) return
    const { passage, source, reply } = this.#work
    if (reply.stopped !== null) return this.#finishUnwanted()
    this.#output.takeBack()
    if (this.#blocked || !passage.complete || passage.reported !== null) {
      return this.#finishUnwanted()
    }
    // Many readers go at the reason to stop, and what was thought and not said is in the usage behind it.
    const leave = (): void => this.#result.guarded(() => this.#finishUnwanted())
    this.#leaving = setTimeout(leave, usagePatienceMs)
    source.resume()
  }

  #failed(failure: AttemptFailure): void {
    this.#work.opening.abort()
    if (failure.verdict === 'stop' || this.#leaving !== null) return this.#finishUnwanted()
    const kind = this.#output.committed ? 'failed-mid-stream' : 'failed-before-content'
    this.#finish(kind, { failure })
  }

  #finishUnwanted(): void {
    if (this.#finished) return
    this.#release()
    this.#work.opening.abort()
    const { reported, heard } = this.#work.passage
    this.#result.resolve(unwanted(this.#work.reply, { reported, heard }))
  }

  #finish(kind: Relayed['kind'], more: Partial<Relayed> = {}): void {
    if (this.#finished) return
    this.#release()
    const { reported, heard } = this.#work.passage
    this.#result.resolve(relayed(kind, { reported, heard, ...more }))
  }

  #release(): void {
    this.#finished = true
    if (this.#leaving !== null) clearTimeout(this.#leaving)
    this.#output.takeBackUnwritten()
    const { reply } = this.#work
    reply.onLeft(null)
    reply.onDrained(null)
    this.#waiting.length = 0
    this.#memory.keeps(reply.heldBytes + this.#work.delivered.keptCharacters)
  }
}

const isRun = (one: Waiting): one is FrameRun => one !== 'end' && !(one instanceof Error)

const bytesOf = (pieces: readonly Uint8Array[]): number =>
  pieces.reduce((sum, { length }) => sum + length, 0)
