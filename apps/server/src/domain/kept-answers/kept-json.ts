import { type Fields, fieldsOf } from '@posthouse/llm/bytes/fields'

/** Stored JSON was written by us, so it is valid. */
export const fieldsKept = (text: string): Fields =>
  text === '' ? {} : (JSON.parse(text) as Fields)

export const itemsKept = (text: string): readonly Fields[] =>
  text === '' ? [] : (JSON.parse(text) as Fields[])

/** Tokens of a response as reported by its supplier, else 0. */
export function usedBy(response: Fields): { readonly input: number; readonly output: number } {
  const usage = fieldsOf(response['usage']) ?? {}
  return { input: wholeOf(usage['input_tokens']), output: wholeOf(usage['output_tokens']) }
}

const wholeOf = (tokens: unknown): number =>
  Number.isSafeInteger(tokens) ? Math.max(0, Number(tokens)) : 0
