import type { ModelEvent } from './event.ts'
import { type BrokenReason, brokenFailure, type Failure } from './failure.ts'
import { faultOfFrame, Nesting, type NestingState } from '../bytes/nesting.ts'

/** A model's answer has some hundreds at most. To close so many at its end takes some ten milliseconds. */
export const answerPartsMax = 2_000

/** The size of an answer so far. Plain data: another thread goes on from it. */
export type AnswerExtent = {
  readonly parts: number
  /** The kind of the text that was said last, by alternative. */
  readonly said: ReadonlyMap<number, ModelEvent['kind']>
  /** Of every call. */
  readonly arguments: ReadonlyMap<string, NestingState>
}

const nothingSaid: AnswerExtent = { parts: 0, said: new Map(), arguments: new Map() }

/**
 * The size that an answer may have that is written anew: in parts (calls, pictures, citations, alternatives, and texts and
 * reasoning parts by turns, but not the pieces in which they come), and in the depth of the arguments of its calls.
 */
export class AnswerBounds {
  #count: number
  readonly #said: Map<number, ModelEvent['kind']>
  readonly #arguments: Map<string, Nesting>

  constructor({ parts, said, arguments: calls } = nothingSaid) {
    this.#count = parts
    this.#said = new Map(said)
    this.#arguments = new Map(
      [...calls].map(([call, state]) => [call, new Nesting(undefined, state)]),
    )
  }

  get extent(): AnswerExtent {
    const calls = [...this.#arguments].map(([call, nesting]) => [call, nesting.state] as const)
    return { parts: this.#count, said: new Map(this.#said), arguments: new Map(calls) }
  }

  /** The event, or the failure of an answer that is too large with it. */
  within(event: ModelEvent): ModelEvent {
    if (this.#begins(event)) this.#count += 1
    if (this.#count > answerPartsMax) return tooManyParts
    return event.kind === 'tool-call' && this.#isTooDeep(event) ? tooDeep : event
  }

  #isTooDeep({ answer, index, arguments: piece }: Extract<ModelEvent, { kind: 'tool-call' }>) {
    const call = `${answer} ${index}`
    const nesting = this.#arguments.get(call) ?? new Nesting()
    this.#arguments.set(call, nesting)
    return nesting.isTooDeepWith(piece)
  }

  #begins(event: ModelEvent): boolean {
    if (event.kind === 'tool-call') return event.id !== null
    if (!('answer' in event) || !isSaid.has(event.kind)) return isPart.has(event.kind)
    const before = this.#said.get(event.answer)
    // A signature ends a reasoning part: what follows is another one.
    if (event.kind === 'reasoning' && event.signature !== null) this.#said.delete(event.answer)
    else this.#said.set(event.answer, event.kind)
    return before !== event.kind
  }
}

/** Kinds that come in pieces: the next of the same kind goes on with it. */
const isSaid: ReadonlySet<ModelEvent['kind']> = new Set(['text', 'reasoning', 'refusal', 'audio'])
const isPart: ReadonlySet<ModelEvent['kind']> = new Set([
  'tool-result',
  'image',
  'file',
  'citation',
  'answer-end',
])

type FailedEvent = Extract<ModelEvent, { kind: 'failed' }>

/** Bounds of our own: its supplier made the answer, and is paid for it. */
const tooLarge = (message: BrokenReason): Failure => ({
  ...brokenFailure(message),
  kind: 'too-large',
})

/** An answer has more parts than can be read in one turn, or written again. */
export const tooManyParts: FailedEvent = {
  kind: 'failed',
  failure: tooLarge('the answer has too many parts'),
}

/** An answer is nested deeper than can be written again. */
export const tooDeep: FailedEvent = {
  kind: 'failed',
  failure: tooLarge('the answer is nested too deep'),
}

/** The failure that a frame is which cannot be read in one turn; null: it can. */
export function unreadable(frame: string): FailedEvent | null {
  const fault = faultOfFrame(frame)
  if (fault === null) return null
  return fault === 'deep' ? tooDeep : tooManyParts
}

/** The events of a whole answer, or its failure where it is too large. */
export function withinBounds(events: readonly ModelEvent[]): readonly ModelEvent[] {
  const bounds = new AnswerBounds()
  const failed = events.map((event) => bounds.within(event)).find(({ kind }) => kind === 'failed')
  return failed === undefined ? events : [failed]
}
