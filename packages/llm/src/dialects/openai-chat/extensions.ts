import { argumentsOf } from '../../canonical/calls/call-arguments.ts'
import { type Fields, fieldsOf, listOf, textOf, withoutNulls } from '../../bytes/fields.ts'
import { ownSignature, partMark } from '../../canonical/reasoning/signature.ts'

/*
 * The dialect has no place for the signature of a call or of a text, and servers that speak it for Gemini refuse a turn
 * without one. Each has a place of its own:
 *
 * - Google: `extra_content.google.thought_signature`, of a call or of a message
 *   (https://ai.google.dev/gemini-api/docs/thought-signatures#openai);
 * - LiteLLM: `provider_specific_fields` of a call, of its function, or of a message; and, for clients that send back
 *   nothing else, the end of the call's id.
 *
 * A signature in the canonical form says where it was, and goes back there.
 */

const own = 'openai-chat'

type Extension = {
  /** The fields of the call or of the message. */
  readonly fields: Fields
  /** The end of the id of a call and of its result. */
  readonly idEnd?: string
}

const inId = /^([^]{1,200}?)(__thought__[^]+)$/

/** The id of a call, without what LiteLLM put behind it. */
export const bareId = (id: string): string => inId.exec(id)?.[1] ?? id

/** What signs a call; undefined: nothing does. */
export function callSignature(call: Fields): string | undefined {
  const made = fieldsOf(call['function'])
  const google = googles(call)
  const litellm = litellms(call) ?? litellms(made ?? {})
  const [, , idEnd] = inId.exec(textOf(call['id']) ?? '') ?? []
  if (google === null && litellm === null && idEnd === undefined) return undefined
  const fields = google ?? litellm ?? {}
  return canonical(idEnd === undefined ? { fields } : { fields, idEnd })
}

/** What signs the text of a message, or of a delta. */
export function textSignature(message: Fields): string | undefined {
  const fields = googles(message) ?? litellms(message)
  return fields === null ? undefined : canonical({ fields })
}

/** For the supplier that signed it; null: nobody, or another one, did. */
export function extensionOf(signature: string | undefined): Extension | null {
  const text = ownSignature(signature ?? null, own) ?? ''
  const read = text.startsWith(partMark) ? argumentsOf(text.slice(partMark.length)) : null
  if (read === null) return null
  const given = fieldsOf(read['fields']) ?? {}
  const idEnd = textOf(read['idEnd'])
  // A client may have changed it: nothing else comes of it than what is a signature.
  const fields = googles(given) ?? litellms(given) ?? {}
  return idEnd === null ? { fields } : { fields, idEnd }
}

const canonical = (extension: Extension): string => `${own}:${partMark}${JSON.stringify(extension)}`

function googles(fields: Fields): Fields | null {
  const google = fieldsOf(fieldsOf(fields['extra_content'])?.['google'])
  const signature = textOf(google?.['thought_signature'])
  return signature === null || signature === ''
    ? null
    : { extra_content: { google: { thought_signature: signature } } }
}

function litellms(fields: Fields): Fields | null {
  const given = fieldsOf(fields['provider_specific_fields']) ?? {}
  const one = textOf(given['thought_signature'])
  const several = listOf(given['thought_signatures']).filter((value) => typeof value === 'string')
  const kept = withoutNulls({
    thought_signature: one,
    thought_signatures: several.length === 0 ? null : several,
  })
  return Object.keys(kept).length === 0 ? null : { provider_specific_fields: kept }
}
