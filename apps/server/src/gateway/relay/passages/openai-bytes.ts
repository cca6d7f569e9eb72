import { ownText } from '../../../lib/own-text.ts'
import type { FrameRun } from '@posthouse/llm/parts/framing'
import { encodeUsage } from '@posthouse/llm/dialects/openai-chat/usage'
import type { Usage } from '@posthouse/llm/usage'
import type { Channel } from '../../../channels/channel.ts'
import type { AttemptFailure } from '../../../upstream/attempt-failure.ts'
import type { Reported } from '../../../charging/reported.ts'
import { isBelieved, isExact } from '../../../charging/settlement.ts'
import { type Cost, frameWithCost, frameWithUsage } from './cost-frames.ts'
import { CallNames } from './call-names.ts'
import { usageEventOf } from './event-watch.ts'
import { failureAmong, frameAround } from './failure-in-frame.ts'
import {
  asBuffer,
  checked,
  emptyStep,
  lengthOf,
  type Passage,
  type PassageWork,
  type Step,
} from './passage.ts'
import {
  type ChunkHead,
  doneAt,
  givesOther,
  hasStopped,
  headIn,
  lastTextEnd,
  textsIn,
  usageAt,
} from './scan.ts'
import { Hearing } from './hearing.ts'
import { readUsage } from './usage-frame.ts'

export type OpenAiBytesWork = PassageWork & {
  readonly channel: Channel
  /** The client asked for the usage chunk; else it is ours and goes no further. */
  readonly usageShown: boolean
  /** Puts the price into the usage chunk; null: nobody asked. */
  readonly cost: Cost | null
}

/**
 * OpenAI's chat dialect on both sides: frames go on byte for byte, and what they say is found by
 * looking for a few names. Nothing is parsed but the usage.
 */
export class OpenAiBytes implements Passage {
  done = false
  complete = false
  heard: Reported | null = null
  awaitsCount = false
  /** Something was said after the last report. */
  #stale = false
  /** The last frame, which waits for the usage that we count; null: it has not come, or went out. */
  #doneFrame: Uint8Array | null = null
  /** What the first chunk says of the answer. */
  #head: ChunkHead | null = null
  readonly #work: OpenAiBytesWork
  readonly #hearing: Hearing | null
  readonly #names = new CallNames()

  constructor(work: OpenAiBytesWork) {
    this.#work = work
    this.#hearing = work.see === undefined ? null : new Hearing(work.see)
  }

  get reported(): Reported | null {
    return this.complete && !this.#stale ? this.heard : null
  }

  take(run: FrameRun): Step {
    this.#hearing?.push(run)
    return this.#step(run)
  }

  #step(run: FrameRun): Step {
    const text = asBuffer(run.bytes).toString('latin1')
    const failing = failureAmong(run, text, this.#work.channel)
    if (failing !== null) return this.#stepBefore(run, failing)
    // They are kept until the answer is settled, and the run is not.
    const texts = [...textsIn(text), ...this.#names.of(run, text)].map(ownText)
    this.#work.say?.(texts)
    const done = doneAt(text)
    this.done ||= done !== -1
    this.complete ||= this.done || hasStopped(text)
    this.#head ??= headIn(text)
    this.#stale ||= texts.length > 0
    const out = this.#readUsage(run, text, texts)
    const gives = texts.length > 0 || givesOther(text)
    return {
      out: done === -1 ? out : this.#withoutDone(run, text, { done, out }),
      texts,
      waiting: [],
      endsWait: false,
      gives,
      contentful: gives || hasStopped(text),
      failure: null,
    }
  }

  finish(): Step {
    this.#hearing?.finish()
    this.awaitsCount ||= this.#mustCount && this.#doneFrame === null && !this.done
    return emptyStep
  }

  /** A chunk of the form that was asked for, with what was counted. */
  countedAs(usage: Usage): Step {
    this.awaitsCount = false
    const { cost } = this.#work
    const fields = encodeUsage({ kind: 'usage', usage, counted: true })
    const chunk = { object: 'chat.completion.chunk', ...this.#head, choices: [], usage: fields }
    const frame = `data: ${JSON.stringify(chunk)}\n\n`
    const price = (): string | null => cost?.({ usage, absurd: false }) ?? null
    const priced = frameWithCost(frame, 'openai-chat', price) ?? frame
    const last = this.#doneFrame === null ? [] : [this.#doneFrame]
    this.#doneFrame = null
    return { ...emptyStep, out: [Buffer.from(priced), ...last] }
  }

  /** Its supplier reported nothing, and the client asked for it. */
  get #mustCount(): boolean {
    return this.#work.usageShown && this.complete && !isBelieved(this.reported)
  }

  /** The last frame waits when a chunk of ours must stand before it. */
  #withoutDone(
    run: FrameRun,
    text: string,
    { done, out }: { done: number; out: Uint8Array[] },
  ): Uint8Array[] {
    const last = out.at(-1)
    if (!this.#mustCount || last === undefined) return out
    const { from } = frameAround(run, done)
    const length = text.length - from
    // Frames that were replaced stand before it: the end of what goes out is the end of what came.
    if (length > last.length) return out
    this.awaitsCount = true
    this.#doneFrame = Uint8Array.from(last.subarray(last.length - length))
    const before = last.subarray(0, last.length - length)
    return before.length === 0 ? out.slice(0, -1) : [...out.slice(0, -1), before]
  }

  /** An error of the upstream's own where an event should be: its words do not go out unmasked. */
  #stepBefore(
    { bytes, ends }: FrameRun,
    { from, failure }: { from: number; failure: AttemptFailure },
  ): Step {
    if (from === 0) return { ...emptyStep, failure }
    const before = { bytes: bytes.subarray(0, from), ends: ends.filter((end) => end <= from) }
    return { ...this.#step({ ...before, open: false }), failure }
  }

  /** The bytes to send: without the usage chunk that only we asked for, or with its price. */
  #readUsage(run: FrameRun, text: string, texts: readonly string[]): Uint8Array[] {
    const out: Uint8Array[] = []
    let sent = 0
    let at = usageAt(text, 0)
    const lastText = at === -1 ? 0 : lastTextEnd(text)
    while (at !== -1) {
      const { from, to } = frameAround(run, at)
      const found = readUsage(text.slice(from, to))
      if (found !== null) {
        this.heard = checked(found.reported, this.#work, {
          saidBytes: () => lengthOf(texts),
          before: this.heard,
        })
        this.#stale = lastText > to
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
    if (onlyUsage && !this.#work.usageShown) return new Uint8Array()
    const { heard } = this
    // What is counted takes its place, at the end.
    if (!isBelieved(heard) && onlyUsage) return new Uint8Array()
    const text = Buffer.from(frame, 'latin1').toString('utf8')
    const told = this.#told(text)
    return told === null ? null : Buffer.from(told)
  }

  /** A frame with the usage that is charged, and with its price; null: it stays as it came. */
  #told(frame: string): string | null {
    const { cost } = this.#work
    const { heard } = this
    if (!isBelieved(heard)) {
      return this.complete ? frameWithUsage(frame, 'openai-chat', null) : null
    }
    const cut = isExact(heard)
      ? null
      : frameWithUsage(frame, 'openai-chat', encodeUsage({ ...usageEventOf(heard), counted: true }))
    const price = (): string | null => cost?.(heard) ?? null
    return frameWithCost(cut ?? frame, 'openai-chat', price) ?? cut
  }
}
