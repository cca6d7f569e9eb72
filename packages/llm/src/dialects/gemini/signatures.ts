import { textOf } from '../../bytes/fields.ts'
import { ownSignature, readSignature, writeSignature } from '../../canonical/reasoning/signature.ts'

/*
 * `thoughtSignature` is of type bytes, so Google's SDKs for Python, Go and Java refuse an answer in
 * which it is not base64. Another vendor's signature therefore travels as the base64 of its marked
 * form. A reasoning part that its supplier keeps to itself is marked too: the dialect has no word for it.
 */

const redactedMark = 'posthouse-redacted.'
/** Both marks begin with `posthouse`: nine bytes, which are twelve characters of base64. */
const markedStart = Buffer.from('posthouse').toString('base64')

/**
 * The vendor's words for calls that come from another model, which it lets pass. Gemini CLI gives one to
 * every call that has no signature: https://ai.google.dev/gemini-api/docs/thought-signatures#faqs
 */
export const unsignedCall = 'skip_thought_signature_validator'
const standIns: ReadonlySet<string> = new Set([
  unsignedCall,
  'context_engineering_is_the_way_to_go',
])

export type ThoughtSignature = { readonly signature: string; readonly redacted: boolean }

/** As a client or a supplier wrote it; null: nobody signed. */
export function readThoughtSignature(value: unknown): ThoughtSignature | null {
  const text = textOf(value)
  if (text === null || standIns.has(text)) return null
  if (!text.startsWith(markedStart)) {
    return { signature: readSignature(text, 'gemini'), redacted: false }
  }
  const marked = Buffer.from(text, 'base64').toString()
  const redacted = marked.startsWith(redactedMark)
  const signature = readSignature(redacted ? marked.slice(redactedMark.length) : marked, 'gemini')
  // Not a mark of ours after all.
  if (signature === `gemini:${marked}`) return { signature: `gemini:${text}`, redacted: false }
  return { signature, redacted }
}

/** For a client; null: there is none. */
export function writeThoughtSignature(
  signature: string | null | undefined,
  redacted = false,
): string | null {
  if (signature === null || signature === undefined) return null
  const own = ownSignature(signature, 'gemini')
  if (own !== null && !redacted) return own
  const marked = writeSignature(signature, 'gemini')
  return Buffer.from(redacted ? `${redactedMark}${marked}` : marked).toString('base64')
}
