import type { ModelEvent } from '../event.ts'
import { brokenFailure } from '../failure.ts'

/** A model's answer has some hundreds at most. To close so many at its end takes some ten milliseconds. */
export const answerPartsMax = 2_000

/**
 * Counts what an answer is made of: calls, pictures, citations, alternatives, and texts and thoughts by turns. It
 * does not count the pieces in which they come.
 */
export class AnswerParts {
  #count = 0
  /** The kind of the text that was said last, by alternative. */
  readonly #said = new Map<number, ModelEvent['kind']>()

  /** The event, or the failure of an answer that has too many parts with it. */
  within(event: ModelEvent): ModelEvent {
    if (this.#begins(event)) this.#count += 1
    return this.#count > answerPartsMax ? tooManyParts : event
  }

  #begins(event: ModelEvent): boolean {
    if (event.kind === 'tool-call') return event.id !== null
    if (!('answer' in event) || !isSaid.has(event.kind)) return isPart.has(event.kind)
    const before = this.#said.get(event.answer)
    // A signature ends a thought: what follows is another one.
    if (event.kind === 'reasoning' && event.signature !== null) this.#said.delete(event.answer)
    else this.#said.set(event.answer, event.kind)
    return before !== event.kind
  }
}

/** What comes in pieces: the next of the same kind goes on with it. */
const isSaid: ReadonlySet<ModelEvent['kind']> = new Set(['text', 'reasoning', 'refusal', 'audio'])
const isPart: ReadonlySet<ModelEvent['kind']> = new Set([
  'tool-result',
  'image',
  'file',
  'citation',
  'answer-end',
])

const tooManyParts: ModelEvent = {
  kind: 'failed',
  failure: brokenFailure('the answer has too many parts'),
}

/** The events of a whole answer, or its failure where it has too many parts. */
export function withinParts(events: readonly ModelEvent[]): readonly ModelEvent[] {
  const parts = new AnswerParts()
  const failed = events.map((event) => parts.within(event)).find(({ kind }) => kind === 'failed')
  return failed === undefined ? events : [failed]
}
