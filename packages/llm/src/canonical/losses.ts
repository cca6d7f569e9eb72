import type { ContentEvent, ModelEvent } from './event.ts'

type DeliveryMode = 'streamed' | 'whole'

/** The reason for which a dialect's clients are not given a kind of content, or this event of it in this way; null: they are. */
export type Losses = {
  readonly [Kind in ContentEvent['kind']]:
    | string
    | null
    | ((event: Extract<ContentEvent, { readonly kind: Kind }>, way: DeliveryMode) => string | null)
}

const isContentEvent = (event: ModelEvent): event is ContentEvent =>
  'answer' in event && event.kind !== 'answer-end'

/** The reason for which this event is not given; null: it is. */
export function lossOf(losses: Losses, event: ModelEvent, way: DeliveryMode): string | null {
  if (!isContentEvent(event)) return null
  const loss = losses[event.kind]
  return typeof loss === 'function' ? loss(event as never, way) : loss
}

/** Content of an answer that is not given, for `x-posthouse-dropped` (`answer.file`): each kind once. */
export function lostIn(losses: Losses, events: readonly ModelEvent[], way: DeliveryMode): string[] {
  const lost = events.filter((event) => lossOf(losses, event, way) !== null)
  return [...new Set(lost.map(({ kind }) => `answer.${kind}`))]
}

const mark = 'not carried: '

/** Content of an answer that is not given, in the record of its attempt, where a stream has nowhere else to say it. */
export const lossText = (lost: readonly string[]): string =>
  lost.length === 0 ? '' : `${mark}${lost.join(', ')}`

/** The losses that such a record names. Before them may stand the words of a supplier. */
export function lossesIn(text: string): string[] {
  const at = text.lastIndexOf(mark)
  const names = at === -1 ? [] : text.slice(at + mark.length).split(', ')
  return names.filter((name) => /^answer\.[a-z-]+$/.test(name))
}
