export type Language = 'zh' | 'en'

/** Words of ours within a text, in both languages. */
export type Phrase = Readonly<Record<Language, string>>

/** What fills a place in a text. */
export type ErrorParam = string | number | Phrase
