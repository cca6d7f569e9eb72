import {
  type Fields,
  fieldsOf,
  listOf,
  objectsIn,
  textOf,
  withoutNulls,
} from '../../parts/fields.ts'
import { ownSignature, readSignature, writeSignature } from '../../parts/signature.ts'
import type { Part, ReasoningPart } from '../../request.ts'

/*
 * The dialect itself has no place for a signature. OpenRouter's `reasoning_details` is one, and its
 * clients send it back: https://openrouter.ai/docs/use-cases/reasoning-tokens. Where it is missing, the
 * text is in `reasoning_content` (DeepSeek) or `reasoning`.
 */

const own = 'openai-chat'

/** The model's reasoning in a message, or in a delta. */
export function reasoningIn(fields: Fields): ReasoningPart[] {
  const details = listOf(fields['reasoning_details']).flatMap(detailOf)
  if (details.length > 0) return details
  const text = textOf(fields['reasoning_content']) ?? textOf(fields['reasoning']) ?? ''
  return text === '' ? [] : [{ kind: 'reasoning', text, signature: null }]
}

type Said = { readonly kind: 'text'; readonly text: string } | ReasoningPart

/** The content of an answer: a text, or a list of texts and reasoning parts as Mistral gives it. */
export const contentOf = (content: unknown): Said[] =>
  typeof content === 'string'
    ? [{ kind: 'text', text: content }]
    : objectsIn(content).flatMap((part): Said[] =>
        part['type'] === 'thinking'
          ? reasoningInPart(part)
          : [{ kind: 'text', text: textOf(part['text']) ?? '' }],
      )

/** A reasoning part in the content, as https://docs.mistral.ai/capabilities/reasoning has it. */
export function reasoningInPart(part: Fields): ReasoningPart[] {
  const text = objectsIn(part['thinking'])
    .map((piece) => textOf(piece['text']) ?? '')
    .join('')
  return text === '' ? [] : [{ kind: 'reasoning', text, signature: null }]
}

function detailOf(value: unknown): ReasoningPart[] {
  const detail = fieldsOf(value) ?? {}
  const data = textOf(detail['data'])
  if (data !== null) {
    return [{ kind: 'reasoning', text: '', signature: readSignature(data, own), redacted: true }]
  }
  const text = textOf(detail['text']) ?? textOf(detail['summary']) ?? ''
  const signed = textOf(detail['signature'])
  if (text === '' && signed === null) return []
  return [
    { kind: 'reasoning', text, signature: signed === null ? null : readSignature(signed, own) },
  ]
}

type Reasoning = Pick<ReasoningPart, 'text' | 'signature' | 'redacted'>

/** For a client: every signature, whoever made it. Null: nothing is signed, the text says all. */
export function detailsForClient(parts: readonly Reasoning[]): Fields[] | null {
  if (parts.every(({ signature }) => signature === null)) return null
  return parts.map((part, index) =>
    detail(part, index, part.signature === null ? null : writeSignature(part.signature, own)),
  )
}

/** For a supplier: what it signed itself. */
export function detailsForSupplier(parts: readonly Part[]): Fields[] | null {
  const signed = parts.flatMap((part) => {
    const signature = part.kind === 'reasoning' ? ownSignature(part.signature, own) : null
    return part.kind !== 'reasoning' || signature === null ? [] : [{ part, signature }]
  })
  if (signed.length === 0) return null
  return signed.map(({ part, signature }, index) => detail(part, index, signature))
}

const detail = (part: Reasoning, index: number, signature: string | null): Fields =>
  part.redacted === true
    ? { type: 'reasoning.encrypted', data: signature, index }
    : withoutNulls({ type: 'reasoning.text', text: part.text, signature, index })
