import { type Fields, fieldsOf, listOf } from '../bytes/fields.ts'

/**
 * Text that a model wrote for the tools of its vendor, and in calls that other dialects have no word for: it is no
 * event, and a client of the same dialect gets it all the same. What such tools answer is not the model's.
 */
export type UntranslatedText = {
  /** Without one of them nothing of the kind is there: most answers are never parsed for it. */
  readonly marks: readonly string[]
  readonly inAnswer: (answer: Fields) => string[]
  /** Of an event of a stream: each text once. */
  readonly inEvent: (event: Fields, state: UntranslatedState) => string[]
}

/** Places that a stream has come to, in the dialect's own numbers. Plain data. Grows in place. */
export type UntranslatedState = {
  /** Places of which something was given. */
  readonly given: Set<unknown>
  /** Places under way whose fragments are none of our events. */
  readonly open: Set<unknown>
}

/** Fields of a tool's findings, and of their kind. */
const isOfTool: ReadonlySet<string> = new Set(['type', 'sources'])

/** Every text in a value, which is no deeper than what is read. Empty ones are none. */
export function textsWithin(value: unknown): string[] {
  if (typeof value === 'string') return value === '' ? [] : [value]
  if (Array.isArray(value)) return listOf(value).flatMap(textsWithin)
  return Object.entries(fieldsOf(value) ?? {}).flatMap(([name, held]) =>
    isOfTool.has(name) ? [] : textsWithin(held),
  )
}
