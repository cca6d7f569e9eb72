import { isContent, type ModelEvent } from '@posthouse/llm/canonical/event'
import { type DeliveredText, deliveredTextIn } from '../../charging/delivered-content.ts'
import type { ReportedUsage } from '../../charging/reported-usage.ts'
import { escaped, reportIn, textIn } from './event-watch.ts'
import { areGathered, tooLong } from '../reasoning/conversation-digests.ts'
import { keptBytesMax } from '../reasoning/signature-store.ts'

/** Facts of a whole answer, small however long it is. */
export type AnswerFacts = {
  /** The report before it is checked. */
  readonly reported: ReportedUsage | null
  readonly said: DeliveredText
  /** Nothing in it is for the client. */
  readonly isEmpty: boolean
  /** Events for storing reasoning; empty if it is not stored. */
  readonly seen: readonly ModelEvent[]
}

/** `unread` is text for the client that has no event. */
export function answerFactsOf(
  events: readonly ModelEvent[],
  { unread, isSeen }: { readonly unread: readonly string[]; readonly isSeen: boolean },
): AnswerFacts {
  const usage = events.findLast((event) => event.kind === 'usage')
  return {
    reported: usage === undefined ? null : reportIn(usage),
    said: deliveredTextIn([...unread, ...events.map(textIn)].map(escaped)),
    isEmpty: unread.length === 0 && !events.some(isContent),
    seen: isSeen ? seenIn(events) : [],
  }
}

/** Reasoning and tool calls, as far as they would be stored. */
export function seenIn(events: readonly ModelEvent[]): readonly ModelEvent[] {
  const isCalled = events.some((event) => event.kind === 'tool-call' && event.id !== null)
  if (!isCalled) return []
  const bytes = events.reduce((sum, event) => sum + reasoningBytes(event), 0)
  const argumentsLength = events.reduce((sum, event) => sum + argumentsOf(event).length, 0)
  // Arguments that are too long are replaced once.
  let instead = areGathered(argumentsLength) ? null : tooLong
  return events.flatMap((event): ModelEvent[] => {
    if (event.kind === 'tool-call' && instead !== null) {
      if (event.id === null) return []
      const seen = { ...event, arguments: instead }
      instead = ''
      return [seen]
    }
    const isSeen = event.kind === 'end' || event.kind === 'tool-call'
    return isSeen || (event.kind === 'reasoning' && bytes <= keptBytesMax) ? [event] : []
  })
}

const argumentsOf = (event: ModelEvent): string =>
  event.kind === 'tool-call' ? event.arguments : ''

const reasoningBytes = (event: ModelEvent): number =>
  event.kind === 'reasoning' ? event.text.length + (event.signature?.length ?? 0) : 0
