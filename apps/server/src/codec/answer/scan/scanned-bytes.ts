import type { FrameRun } from '@posthouse/llm/bytes/framing'
import type { CallsInStream, Scan } from '@posthouse/llm/operations/dialect-shape'
import { type Dialect, scanOf } from '@posthouse/llm/dialects'
import type { Usage } from '@posthouse/llm/canonical/usage'
import type { Channel } from '../../../domain/channels/channel.ts'
import { bufferOf } from '../../../lib/bytes.ts'
import { type AttemptFailure, failureIn } from '../../../upstream/attempt-failure.ts'
import type { ReportedUsage } from '../../../charging/reported-usage.ts'
import { isBelieved, isExact } from '../../../charging/settlement.ts'
import { Aside, type Compute } from '../frame-jobs/frame-jobs.ts'
import { type FoundUsage, type ScannedFrames, scanned } from '../frame-jobs/scan-frame.ts'
import { type ChunkChange, tellInChunk } from '../frame-jobs/tell-usage.ts'
import { type Cost, frameWithCost } from '../cost-frames.ts'
import { withCalls } from '../frame-jobs/call-frames.ts'
import { CallNames } from '../frame-jobs/call-names.ts'
import { usageEventOf } from '../event-watch.ts'
import { frameAround } from './failure-in-frame.ts'
import {
  asBuffer,
  checked,
  emptyStep,
  isLargeFrame,
  lengthOf,
  type Passage,
  type PassageWork,
  type Step,
  type StepSoon,
} from '../passage.ts'
import type { ChunkHead } from './scan.ts'
import { FrameReader } from './frame-reader.ts'

export type ScannedBytesWork = PassageWork & {
  readonly channel: Channel
  /** The client requested the usage chunk. Otherwise only we did, and it is removed. */
  readonly usageShown: boolean
  /** Writes the cost into the usage chunk, if requested. */
  readonly cost: Cost | null
  /** For large frames. */
  readonly compute: Compute
}

/** Same dialect on both sides, found by scanning: frames are forwarded byte for byte, and only the usage is parsed. */
export class ScannedBytes implements Passage {
  readonly lost: readonly string[] = []
  done = false
  complete = false
  heard: ReportedUsage | null = null
  awaitsCount = false
  /** Text followed the last report. */
  #stale = false
  /** The end marker, waiting for our usage chunk. */
  #doneFrame: Uint8Array | null = null
  /** Head of the first chunk. */
  #head: ChunkHead | null = null
  readonly #dialect: Dialect
  readonly #scan: Scan
  readonly #work: ScannedBytesWork
  readonly #hearing: FrameReader | null
  #names = new CallNames()
  #calls: CallsInStream
  readonly #aside: Aside

  constructor(dialect: Dialect, work: ScannedBytesWork) {
    this.#dialect = dialect
    this.#scan = scanOf(dialect)
    this.#calls = this.#scan.calls.start()
    this.#work = work
    this.#aside = new Aside(work.compute)
    this.#hearing = work.see === undefined ? null : new FrameReader(dialect, work.see)
  }

  get reported(): ReportedUsage | null {
    return this.complete && !this.#stale ? this.heard : null
  }

  get heldBytes(): number {
    return this.#aside.heldBytes
  }

  drop(): void {
    this.#aside.drop()
  }

  take(run: FrameRun): StepSoon {
    if (isLargeFrame(run)) return this.#takeAside(asBuffer(run.bytes))
    const told = withCalls(run, this.#calls, this.#scan)
    this.#hearing?.push(told.run)
    if (told.failing === null) return this.#step(told.run)
    return this.#stepBefore(told.run, told.failing.from, this.#failure(told.failing))
  }

  #step(run: FrameRun): Step {
    const found = scanned(run, {
      scan: this.#scan,
      names: this.#names,
      wantsHead: this.#head === null,
    })
    const { failing } = found
    if (failing !== null) return this.#stepBefore(run, failing.from, this.#failure(failing))
    this.#see(found)
    return this.#stepWith(run, found, this.#readUsage(run, found))
  }

  async #takeAside(large: Buffer): Promise<Step> {
    const told = await this.#aside.run(
      'scanFrame',
      {
        frame: large,
        from: this.#dialect.id,
        names: this.#names.told,
        calls: this.#calls,
        wantsHead: this.#head === null,
        hearing: this.#hearing?.state ?? null,
      },
      large.length,
    )
    const frame = told.mended === null ? large : bufferOf(told.mended)
    this.#names = new CallNames(told.names)
    this.#calls = told.calls
    if (told.hearing !== null) this.#hearing?.goOnFrom(told.hearing)
    const { failing, usages, texts } = told.scanned
    if (failing !== null) return { ...emptyStep, failure: this.#failure(failing) }
    this.#see(told.scanned)
    const [usage] = usages
    const change = usage === undefined ? asItCame : this.#hear(usage, texts)
    const run = { bytes: frame, ends: [frame.length], open: false }
    return this.#stepWith(run, told.scanned, await this.#changedAside(frame, change))
  }

  /** Changes the usage of a large frame in a thread. */
  async #changedAside(frame: Buffer, change: Change): Promise<Uint8Array[]> {
    if (change === 'left-out') return []
    if (isNoChange(change)) return [frame]
    const { id: dialect } = this.#dialect
    const told = await this.#aside.run('tellInChunk', { frame, dialect, ...change }, frame.length)
    return [told === null ? frame : bufferOf(told)]
  }

  #see({ texts, done, stops, head }: ScannedFrames): void {
    this.#work.say?.(texts)
    this.done ||= done !== -1
    this.complete ||= this.done || stops
    this.#head ??= head
    this.#stale ||= texts.length > 0
  }

  #stepWith(run: FrameRun, { texts, gives, stops, done }: ScannedFrames, out: Uint8Array[]): Step {
    return {
      out: done === -1 ? out : this.#withoutDone(run, { done, out }),
      texts,
      waiting: [],
      endsWait: false,
      gives,
      contentful: gives || stops,
      failure: null,
    }
  }

  #failure({ failure }: NonNullable<ScannedFrames['failing']>): AttemptFailure {
    return failureIn(failure, this.#work.channel)
  }

  finish(): Step {
    this.#hearing?.finish()
    this.awaitsCount ||= this.#mustCount && this.#doneFrame === null && !this.done
    return emptyStep
  }

  /** A usage chunk with our count. */
  countedAs(usage: Usage): Step {
    this.awaitsCount = false
    const { cost } = this.#work
    const fields = this.#dialect.usageFields({ kind: 'usage', usage, counted: true })
    const chunk = { object: 'chat.completion.chunk', ...this.#head, choices: [], usage: fields }
    const frame = `data: ${JSON.stringify(chunk)}\n\n`
    const price = (): string | null => cost?.({ usage, absurd: false }) ?? null
    const priced = frameWithCost(frame, this.#dialect.id, price) ?? frame
    const last = this.#doneFrame === null ? [] : [this.#doneFrame]
    this.#doneFrame = null
    return { ...emptyStep, out: [Buffer.from(priced), ...last] }
  }

  /** The client requested usage and the supplier reported none. */
  get #mustCount(): boolean {
    return this.#work.usageShown && this.complete && !isBelieved(this.reported)
  }

  /** Holds back the end marker if a chunk of ours goes before it. */
  #withoutDone(run: FrameRun, { done, out }: { done: number; out: Uint8Array[] }): Uint8Array[] {
    const last = out.at(-1)
    if (!this.#mustCount || last === undefined) return out
    const { from } = frameAround(run, done)
    const length = run.bytes.length - from
    // Replaced frames come before it, so both end alike.
    if (length > last.length) return out
    this.awaitsCount = true
    this.#doneFrame = Uint8Array.from(last.subarray(last.length - length))
    const before = last.subarray(0, last.length - length)
    return before.length === 0 ? out.slice(0, -1) : [...out.slice(0, -1), before]
  }

  /** The step before an error frame of the upstream, whose text must be masked. */
  #stepBefore({ bytes, ends }: FrameRun, from: number, failure: AttemptFailure): Step {
    if (from === 0) return { ...emptyStep, failure }
    const before = { bytes: bytes.subarray(0, from), ends: ends.filter((end) => end <= from) }
    const step = this.#step({ ...before, open: false })
    return { ...step, failure: step.failure ?? failure }
  }

  /** Bytes to send, without a usage chunk that only we requested, or with the cost in it. */
  #readUsage(run: FrameRun, { usages, texts }: ScannedFrames): Uint8Array[] {
    const out: Uint8Array[] = []
    let sent = 0
    for (const usage of usages) {
      const { from, to } = usage
      const change = this.#hear(usage, texts)
      const replacement = this.#changed(run.bytes.subarray(from, to), change)
      if (replacement === null) continue
      out.push(run.bytes.subarray(sent, from), replacement)
      sent = to
    }
    out.push(run.bytes.subarray(sent))
    return out.filter(({ length }) => length > 0)
  }

  /** Replacement of a frame; null if unchanged. */
  #changed(frame: Uint8Array, change: Change): Uint8Array | null {
    if (change === 'left-out') return new Uint8Array()
    if (isNoChange(change)) return null
    return tellInChunk({ frame, dialect: this.#dialect.id, ...change })
  }

  #hear({ reported, onlyUsage, isStale }: FoundUsage, texts: readonly string[]): Change {
    this.heard = checked(reported, this.#work, {
      saidBytes: () => lengthOf(texts),
      before: this.heard,
    })
    this.#stale = isStale
    if (onlyUsage && !this.#work.usageShown) return 'left-out'
    // Our count replaces it at the end.
    if (!isBelieved(this.heard) && onlyUsage) return 'left-out'
    return this.#told(this.heard)
  }

  #told(heard: ReportedUsage): ChunkChange {
    if (!isBelieved(heard)) return { usage: this.complete ? 'none' : 'as-it-is', cost: null }
    return {
      usage: isExact(heard)
        ? 'as-it-is'
        : this.#dialect.usageFields({ ...usageEventOf(heard), counted: true }),
      cost: this.#work.cost?.(heard) ?? null,
    }
  }
}

type Change = ChunkChange | 'left-out'

const asItCame: ChunkChange = { usage: 'as-it-is', cost: null }

const isNoChange = ({ usage, cost }: ChunkChange): boolean => usage === 'as-it-is' && cost === null
