import type { TextKey } from '../i18n/index.ts'

/** Texts that belong together, such as `token.lead` and `token.empty`: by the function that says them, their endings. */
export const wordEndings = {
  declareNoun: ['.lead', '.emptyTitle', '.empty'],
  changing: ['.one', '.many', '.nothingChanged'],
  asks: ['', 'Title', 'Consequence'],
  deletes: [
    '.delete',
    '.deleteTitle',
    '.deleteConsequence',
    '.deleteMany',
    '.deleteManyTitle',
    '.deleteManyConsequence',
    '.deletedMany',
  ],
} as const

type Beginning<Ending extends string> = TextKey extends infer Key
  ? Key extends `${infer Words}${Ending}`
    ? Words
    : never
  : never

type Complete<Ending extends string> = {
  [Words in Beginning<Ending>]: `${Words}${Ending}` extends TextKey ? Words : never
}[Beginning<Ending>]

/** Beginnings of keys that have all of these texts: names of nouns, or the key of an act. */
export type Words<By extends keyof typeof wordEndings> = Complete<(typeof wordEndings)[By][number]>
