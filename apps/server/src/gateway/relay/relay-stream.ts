import { phrase } from '@posthouse/contract/phrases'
import type { Refusal } from '@posthouse/contract/refusal'
import { type FrameRun, wholeFramesOf } from '@posthouse/llm/bytes/framing'
import {
  type AttemptFailure,
  beyondLimit,
  brokenAnswer,
  emptyAnswer,
  failureOfTransport,
} from '../../upstream/attempt-failure.ts'
import { busy } from '../../http/body-memory.ts'
import type { BodySink, TransportError } from '../../upstream/transport/transport.ts'
import { HoldSlices } from '../../charging/hold-slices.ts'
import { cutFailureOf } from '../../codec/answer/scan/failure-in-frame.ts'
import { lengthOf, type Step, type StepSoon } from '../../codec/answer/passage.ts'
import { type Relayed, relayed, RelayEnd, unwanted } from './relay.ts'
import { type Coming, StreamInput } from './stream-input.ts'
import { StreamMemory } from './stream-memory.ts'
import { StreamOutput } from './stream-output.ts'
import { countedFor, type StreamWork } from './stream-work.ts'

/** How long to wait for the usage after a client that has received everything left. */
const usagePatienceMs = 2_000

/** How long the upstream connection may stay open after the last frame. */
const lingerMs = 250

/**
 * Relays a stream from an upstream to the client. Each read becomes one write. Both sides apply backpressure, and both wait where the
 * held money ends. Rejects with a bug.
 */
export const relayStream = (work: StreamWork): Promise<Relayed> => new StreamRelay(work).run()

class StreamRelay implements BodySink {
  readonly #work: StreamWork
  readonly #result = new RelayEnd(() => this.#dropped())
  readonly #input: StreamInput
  readonly #output: StreamOutput
  readonly #slices: HoldSlices
  readonly #memory: StreamMemory
  /** Input waits for a hold, a count or a job in a thread. */
  #blocked = false
  /** A job runs in a thread. */
  #isAside = false
  /** A larger hold is being requested. */
  #isHolding = false
  #finished = false
  #atEnd = false
  /** Waiting for the connection to end after the last frame. */
  #lingering: NodeJS.Timeout | null = null
  /** The client has left; waiting for the usage only. */
  #leaving: NodeJS.Timeout | null = null

  constructor(work: StreamWork) {
    this.#work = work
    this.#input = new StreamInput(work.framing)
    this.#output = new StreamOutput(work)
    this.#slices = new HoldSlices(work, (bug) => this.#result.broken(bug))
    this.#memory = new StreamMemory(work.memory, [this.#input, this.#output, work.passage])
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
      this.#takeAll(this.#input.cut(chunk, this.#slices))
      if (this.#input.isTurnOver()) this.#rest()
      this.#weigh()
    })
  }

  end(): void {
    if (!this.#finished) this.#result.guarded(() => this.#takeAll(['end']))
  }

  fail(error: TransportError): void {
    if (!this.#finished) this.#result.guarded(() => this.#takeAll([error]))
  }

  #takeAll(coming: readonly Coming[]): void {
    for (const [at, one] of coming.entries()) {
      if (this.#finished) return
      if (this.#blocked || this.#input.isResting) return this.#input.wait(coming.slice(at))
      if (one === 'end') this.#ended()
      else if (one instanceof Error) this.#brokenOff(one)
      else this.#take(one)
    }
  }

  #take(run: FrameRun): void {
    const { passage } = this.#work
    this.#whenMade(passage.take(wholeFramesOf(run)), (step) => {
      if (this.#leaving !== null && passage.reported !== null) return this.#finishUnwanted()
      this.#pass({ ...step, failure: step.failure ?? cutFailureOf(run) }, () => {
        if (passage.done) this.#linger()
        if (passage.awaitsCount) this.#count(() => {})
        else this.#slices.watch()
      })
    })
  }

  /** Continues with a step at once, or when its job has ended. Input waits meanwhile. */
  #whenMade(step: StepSoon, then: (step: Step) => void): void {
    if (!(step instanceof Promise)) return then(step)
    this.#isAside = true
    this.#block()
    this.#weigh()
    step.then(
      (made) =>
        this.#unblock(() => {
          this.#isAside = false
          then(made)
        }),
      (bug: unknown) => this.#result.broken(bug),
    )
  }

  #linger(): void {
    this.#lingering ??= setTimeout(() => this.end(), lingerMs)
  }

  #ended(): void {
    if (this.#atEnd) return
    const rest = this.#input.takeRest()
    if (rest !== null) {
      this.#take(rest)
      if (this.#finished) return
      if (this.#blocked) return this.#input.wait(['end'])
    }
    this.#atEnd = true
    this.#whenMade(this.#work.passage.finish(), (step) => this.#pass(step, () => this.#over()))
  }

  #over(): void {
    const { passage } = this.#work
    if (passage.awaitsCount) return this.#count(() => this.#over())
    if (this.#leaving !== null) return this.#finishUnwanted()
    if (!this.#output.committed) return this.#failed(emptyAnswer)
    if (!passage.complete) {
      return this.#failed(brokenAnswer('broken-answer', phrase('the upstream broke off')))
    }
    if (this.#lingering !== null) this.#work.opening.abort()
    this.#finish('complete', { bytes: this.#output.bytes, deliver: () => this.#output.end() })
  }

  #brokenOff(error: TransportError): void {
    // Everything was received, so how the connection ended does not matter.
    if (this.#work.passage.done) this.#ended()
    else this.#failed(failureOfTransport(error))
  }

  /** Sends a step at once, or when its text is held, and continues. */
  #pass(step: Step, then: () => void): void {
    const isUnread = this.#leaving !== null || this.#work.reply.left
    const coming = lengthOf(step.texts) + this.#output.waitingTextBytes
    if (!isUnread && this.#slices.isBeyondLimit(coming)) return this.#failed(beyondLimit)
    if (isUnread || this.#slices.hasRoomFor(coming)) {
      this.#passNow(step)
      if (!this.#finished) then()
      return
    }
    this.#output.stand(step.out)
    this.#block()
    this.#isHolding = true
    this.#slices.extend((refusal) => {
      this.#isHolding = false
      if (refusal === null) this.#unblock(() => this.#pass(step, then))
      else this.#result.guarded(() => this.#refuse('quota-ran-out', refusal))
    })
  }

  #passNow({ out, contentful, failure, ...said }: Step): void {
    if (contentful) this.#output.commit()
    this.#output.send(out, { ...said, isEnd: this.#work.passage.done || this.#atEnd })
    if (failure !== null) this.#failed(failure)
    else if (this.#output.isFull) this.#work.source.pause()
  }

  /** Counts the delivered text and sends the last frames with the count. */
  #count(then: () => void): void {
    this.#block()
    countedFor(this.#work).then(
      (usage) =>
        this.#unblock(() =>
          this.#whenMade(this.#work.passage.countedAs(usage), (step) => {
            this.#passNow(step)
            then()
          }),
        ),
      (bug: unknown) => this.#result.broken(bug),
    )
  }

  #block(): void {
    this.#blocked = true
    this.#work.source.pause()
  }

  /** Continues with blocked work, then with input received meanwhile. */
  #unblock(work: () => void): void {
    if (this.#finished) return
    this.#result.guarded(() => {
      this.#blocked = false
      work()
      this.#goOn()
    })
  }

  #rest(): void {
    if (this.#finished || this.#input.isResting) return
    this.#work.source.pause()
    this.#input.rest(() => {
      if (!this.#finished) this.#result.guarded(() => this.#goOn())
    })
  }

  #goOn(): void {
    if (!this.#blocked) this.#takeAll(this.#input.takeWaiting())
    this.#resume()
  }

  #resume(): void {
    this.#weigh()
    if (this.#finished) return
    const isWaiting = this.#blocked || this.#input.isResting || this.#output.isFull
    if (!isWaiting) this.#work.source.resume()
  }

  /** Unprocessed input and unsent output count against the process's memory budget. */
  #weigh(): void {
    if (this.#finished || this.#memory.hasRoom(this.#work.delivered.keptCharacters)) return
    // Not the supplier's fault, and another answer would find no room either.
    this.#refuse('server-failed', busy())
  }

  #refuse(kind: 'server-failed' | 'quota-ran-out', refusal: Refusal): void {
    if (this.#finished) return
    this.#work.opening.abort()
    this.#finish(kind, { refusal })
  }

  #clientLeft(): void {
    if (this.#finished || this.#leaving !== null) return
    const { passage, source, reply } = this.#work
    if (reply.stopped !== null) {
      // Complete, with at most a count pending, so it ends normally.
      const isWhole = passage.done && !this.#isHolding && !reply.left
      return isWhole ? this.end() : this.#finishUnwanted()
    }
    this.#output.takeBack()
    const isWaiting = this.#blocked && !this.#isAside
    if (isWaiting || !passage.complete || passage.reported !== null) {
      return this.#finishUnwanted()
    }
    // Many clients leave at the stop reason, but the usage with the reasoning tokens comes after it.
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
    this.#output.release()
    this.#release()
    this.#work.opening.abort()
    const { reported, heard } = this.#work.passage
    this.#result.resolve(unwanted(this.#work.reply, { reported, heard }))
  }

  #finish(kind: Relayed['kind'], more: Partial<Relayed> = {}): void {
    if (this.#finished) return
    // A failed answer is charged by what was delivered, so deliver everything received.
    if (kind !== 'complete') this.#output.release()
    this.#release()
    const { reported, heard } = this.#work.passage
    this.#result.resolve(relayed(kind, { reported, heard, ...more }))
  }

  /** After a bug, sends what was already counted, if possible. */
  #dropped(): void {
    try {
      this.#output.release()
    } catch {
      // The first bug is the one reported.
    }
    this.#release()
  }

  #release(): void {
    this.#finished = true
    if (this.#leaving !== null) clearTimeout(this.#leaving)
    if (this.#lingering !== null) clearTimeout(this.#lingering)
    this.#output.takeBackUnwritten()
    const { reply, passage } = this.#work
    passage.drop()
    reply.onLeft(null)
    reply.onDrained(null)
    this.#input.takeWaiting()
    const { endBytes } = this.#output
    this.#memory.keeps(reply.heldBytes + endBytes + this.#work.delivered.keptCharacters)
  }
}
