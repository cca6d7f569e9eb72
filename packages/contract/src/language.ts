export type Language = 'zh' | 'en'

/** One of our own texts, in both languages, for use within another text. */
export type Phrase = Readonly<Record<Language, string>>

export type ErrorParam = string | number | Phrase
