import type { ModelEvent, AnswerEvent } from './event.ts'

/** The events of each of the alternatives, by its number and in their order. */
export function eventsByAnswer(events: readonly ModelEvent[]): ReadonlyMap<number, AnswerEvent[]> {
  const answers = new Map<number, AnswerEvent[]>()
  for (const event of events) {
    if (!('answer' in event)) continue
    const known = answers.get(event.answer)
    if (known === undefined) answers.set(event.answer, [event])
    else known.push(event)
  }
  return answers
}
