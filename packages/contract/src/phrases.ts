import { closeUp } from './refusals/close-up.ts'
import type { ErrorParam, Language, Phrase } from './language.ts'
import { phrases } from './refusals/phrases.ts'

export type { Phrase } from './language.ts'

/** The English text of a phrase, which is its key in the table. */
export type PhraseText = keyof typeof phrases

export type Names<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Names<Rest>
  : never

type Params<Text extends PhraseText> = [Names<Text>] extends [never]
  ? []
  : [params: Readonly<Record<Names<Text>, ErrorParam>>]

export const phrase = <Text extends PhraseText>(text: Text, ...[params]: Params<Text>): Phrase => ({
  zh: filledIn(phrases[text], params ?? {}, 'zh'),
  en: filledIn(text, params ?? {}, 'en'),
})

/** The phrase for an English text that is in the table and has no parameters. `null` for third-party text. */
export const knownPhrase = (text: string): Phrase | null =>
  isPhraseText(text) && !text.includes('{') ? { zh: phrases[text], en: text } : null

const isPhraseText = (text: string): text is PhraseText => Object.hasOwn(phrases, text)

export const filledIn = (
  template: string,
  params: Readonly<Record<string, ErrorParam>>,
  language: Language,
): string => {
  const text = template.replace(/\{(\w+)\}/g, (whole, name: string) =>
    String(inLanguage(params[name] ?? whole, language)),
  )
  if (language !== 'zh') return text
  const values = Object.values(params).map((param) => String(inLanguage(param, language)))
  return values.reduce(closeUp, text)
}

export const inLanguage = (param: ErrorParam, language: Language): string | number =>
  typeof param === 'object' ? param[language] : param
