import { frameBytesMax, type FrameRun } from '@posthouse/llm/parts/framing'
import type { Channel } from '../../channels/channel.ts'
import type { Reported } from '../exchange.ts'
import { isBelieved } from '../settlement.ts'
import { type Cost, frameWithCost } from './cost-frames.ts'
import { failureInFrame, frameAround } from './failure-in-frame.ts'
import {
  asBuffer,
  checked,
  emptyStep,
  type Passage,
  type PassageWork,
  type Step,
} from './passage.ts'
import { errorAt, hasStopped, isContentful, isDone, textsIn, usageAt } from './scan.ts'
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
  readonly frameBytesMax = frameBytesMax
  done = false
  complete = false
  atBoundary = true
  reported: Reported | null = null
  readonly #work: OpenAiBytesWork
  readonly #hearing: Hearing | null

  constructor(work: OpenAiBytesWork) {
    this.#work = work
    this.#hearing = work.see === undefined ? null : new Hearing(work.see)
  }

  take(run: FrameRun): Step {
    this.#hearing?.push(run.bytes)
    return this.#step(run)
  }

  #step(run: FrameRun): Step {
    const text = asBuffer(run.bytes).toString('latin1')
    const error = errorAt(text)
    if (error !== -1) {
      const failing = this.#failing(run, text, error)
      if (failing !== null) return failing
    }
    const texts = this.#textsOf(run, text)
    this.done ||= isDone(text)
    this.complete ||= this.done || hasStopped(text)
    return {
      out: this.#readUsage(run, text),
      texts,
      contentful: texts.length > 0 || isContentful(text),
      failure: null,
    }
  }

  finish(): Step {
    this.#hearing?.finish()
    return emptyStep
  }

  /** An error of the upstream's own where an event should be: its words do not go out unmasked. */
  #failing(run: FrameRun, text: string, at: number): Step | null {
    const frame = frameAround(run, at)
    const failure = failureInFrame(text.slice(frame.from, frame.to), this.#work.channel)
    if (failure === null) return null
    const before =
      frame.from === 0
        ? emptyStep
        : this.#step({ ...run, bytes: run.bytes.subarray(0, frame.from), open: false })
    return { ...before, failure: before.failure ?? failure }
  }

  /** A frame too long to wait for has no end to find its text by: all of it counts. */
  #textsOf(run: FrameRun, text: string): readonly string[] {
    const lastEnd = run.ends.at(-1) ?? 0
    const wasInPieces = !this.atBoundary
    this.atBoundary = !(run.open || (wasInPieces && run.ends.length === 0))
    if (!run.open && !wasInPieces) return textsIn(text)
    const firstEnd = wasInPieces ? (run.ends[0] ?? text.length) : 0
    return [
      ...(firstEnd > 0 ? [text.slice(0, firstEnd)] : []),
      ...textsIn(text.slice(firstEnd, Math.max(firstEnd, lastEnd))),
      ...(run.open && lastEnd < text.length ? [text.slice(Math.max(firstEnd, lastEnd))] : []),
    ]
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
        this.reported = checked(found.reported, this.#work)
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
    const { reported } = this
    if (cost === null || !isBelieved(reported)) return null
    const text = Buffer.from(frame, 'latin1').toString('utf8')
    const priced = frameWithCost(text, 'openai-chat', () => cost(reported))
    return priced === null ? null : Buffer.from(priced)
  }
}
