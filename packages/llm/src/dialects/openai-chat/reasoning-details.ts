import {
  type Fields,
  fieldsOf,
  listOf,
  objectsIn,
  parsedFields,
  textOf,
  withoutNulls,
} from '../../bytes/fields.ts'
import { toolIdOf, toolIdWithin } from '../../canonical/calls/tool-id.ts'
import { ownSignature, readSignature, writeSignature } from '../../canonical/reasoning/signature.ts'
import type { Part, ReasoningPart } from '../../canonical/request.ts'

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
  const blocks = objectsIn(fields['thinking_blocks']).flatMap(blockOf)
  if (blocks.some(({ signature }) => signature !== null)) return blocks
  const text = textOf(fields['reasoning_content']) ?? textOf(fields['reasoning']) ?? ''
  return text === '' ? [] : [{ kind: 'reasoning', text, signature: null }]
}

type AnswerContentPart = { readonly kind: 'text'; readonly text: string } | ReasoningPart

/** The content of an answer: a text, or a list of texts and reasoning parts as Mistral gives it. */
export const contentOf = (content: unknown): AnswerContentPart[] =>
  typeof content === 'string'
    ? [{ kind: 'text', text: content }]
    : objectsIn(content).flatMap((part): AnswerContentPart[] =>
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
    return [{ kind: 'reasoning', text: '', signature: signedBy(data, detail), redacted: true }]
  }
  const text = textOf(detail['text']) ?? textOf(detail['summary']) ?? ''
  const signed = textOf(detail['signature'])
  if (text === '' && signed === null) return []
  return [{ kind: 'reasoning', text, signature: signed === null ? null : signedBy(signed, detail) }]
}

/**
 * OpenRouter checks a detail by its `format` and its `id`, which for Gemini is the call's. They are kept in front of the
 * signature, and go back with it.
 */
function signedBy(signed: string, detail: Fields): string {
  const signature = readSignature(signed, own)
  const about = aboutOf(detail)
  const isOther = ownSignature(signature, own) === null
  if (isOther || Object.keys(about).length === 0) return signature
  return `${own}:${detailMark}${JSON.stringify({ ...about, signature: signed })}`
}

const detailMark = 'detail.'

const aboutOf = ({ id, format }: Fields): Fields =>
  withoutNulls({ id: textOf(id), format: textOf(format) })

/** A signature in its field, and what stands beside it there. */
function openedOf(signature: string): { readonly signed: string; readonly about: Fields } {
  const read = signature.startsWith(detailMark)
    ? parsedFields(signature.slice(detailMark.length))
    : null
  return read === null
    ? { signed: signature, about: {} }
    : { signed: textOf(read['signature']) ?? '', about: aboutOf(read) }
}

/** LiteLLM has Anthropic's blocks beside the text: https://docs.litellm.ai/docs/reasoning_content. */
function blockOf(block: Fields): ReasoningPart[] {
  const data = textOf(block['data'])
  const signed = data ?? (textOf(block['signature']) || null)
  const text = textOf(block['thinking']) ?? ''
  if (text === '' && signed === null) return []
  return [
    {
      kind: 'reasoning',
      text,
      signature: signed === null ? null : `${own}:${blockMark}${signed}`,
      ...(data === null ? {} : { redacted: true as const }),
    },
  ]
}

const blockMark = 'block.'

type ReasoningFields = Pick<ReasoningPart, 'text' | 'signature' | 'redacted'>

/** For a client: every signature, whoever made it. Null: nothing is signed, the text says all. */
export function detailsForClient(parts: readonly ReasoningFields[]): Fields[] | null {
  if (parts.every(({ signature }) => signature === null)) return null
  return parts.map((part, index) =>
    detail(part, index, part.signature === null ? null : writeSignature(part.signature, own)),
  )
}

/** For a supplier: what it signed itself, where it had it. */
export function reasoningForSupplier(parts: readonly Part[]): Fields {
  const signed = parts.flatMap((part) => {
    const signature = part.kind === 'reasoning' ? ownSignature(part.signature, own) : null
    return part.kind !== 'reasoning' || signature === null ? [] : [{ part, signature }]
  })
  const calls = new Set(parts.flatMap((part) => (part.kind === 'tool-call' ? [part.id] : [])))
  const blocks = signed.filter(({ signature }) => signature.startsWith(blockMark))
  const details = signed.filter(({ signature }) => !signature.startsWith(blockMark))
  return {
    ...(details.length === 0
      ? {}
      : {
          reasoning_details: details.map(({ part, signature }, at) =>
            withCallId(detail(part, at, signature), calls),
          ),
        }),
    ...(blocks.length === 0
      ? {}
      : { thinking_blocks: blocks.map(({ part, signature }) => block(part, signature)) }),
  }
}

/** The call may have come back under an id that its client's dialect takes. */
function withCallId(made: Fields, calls: ReadonlySet<string>): Fields {
  const id = textOf(made['id'])
  if (id === null || calls.has(id)) return made
  const told = [toolIdOf(id), toolIdWithin(id, 64)].find((each) => calls.has(each))
  return told === undefined ? made : { ...made, id: told }
}

function block({ text, redacted }: ReasoningFields, marked: string): Fields {
  const signature = marked.slice(blockMark.length)
  return redacted === true
    ? { type: 'redacted_thinking', data: signature }
    : { type: 'thinking', thinking: text, signature }
}

function detail(
  { text, redacted }: ReasoningFields,
  index: number,
  signature: string | null,
): Fields {
  const { signed, about } = signature === null ? { signed: null, about: {} } : openedOf(signature)
  return redacted === true
    ? { type: 'reasoning.encrypted', data: signed, ...about, index }
    : withoutNulls({ type: 'reasoning.text', text, signature: signed, ...about, index })
}
