import { type SpokenDialect, spokenDialects } from '../dialect.ts'

/*
 * Suppliers sign what their models thought and refuse a turn whose signature is not their own. In
 * the canonical form a signature says whose it is: `gemini:CiQB…`. Towards the dialect that made it,
 * it goes as it came; in another dialect's field it travels with a mark of ours in front, and comes
 * back from the client with it. It is never sent to a supplier that did not make it.
 */

/** In a signature of a dialect that signs reasoning as well: it is of a call, or of a text. */
export const partMark = 'part.'

/** It signs a call or a text: as all of Gemini's may. */
export const signsPart = (signature: string): boolean =>
  signature.startsWith('gemini:') || signature.startsWith(`openai-chat:${partMark}`)

/** Stands before a signature in the field of a dialect whose supplier did not make it. */
export const signatureMark = 'posthouse.'

/** A signature as it stands in a field of dialect `own`, in the canonical form. */
export function readSignature(text: string, own: SpokenDialect): string {
  if (!text.startsWith(signatureMark)) return `${own}:${text}`
  const marked = text.slice(signatureMark.length)
  return makerOf(marked) === null ? `${own}:${text}` : marked
}

/** For a client that speaks `own`. */
export const writeSignature = (signature: string, own: SpokenDialect): string =>
  makerOf(signature) === own ? signature.slice(own.length + 1) : `${signatureMark}${signature}`

/** For a supplier that speaks `own`; null: it is another's, and would be refused. */
export const ownSignature = (signature: string | null, own: SpokenDialect): string | null =>
  signature !== null && makerOf(signature) === own ? signature.slice(own.length + 1) : null

const makerOf = (signature: string): SpokenDialect | null =>
  spokenDialects.find((name) => signature.startsWith(`${name}:`)) ?? null
