import { type Fields, fieldsOf, listOf, textOf } from '../../../bytes/fields.ts'
import {
  cutEntries,
  type ForeignEdits,
  indicesOf,
  nothingForeign,
  withoutSignatures,
} from '../../../bytes/place-edit.ts'
import { ownSignature, readSignature } from '../../../canonical/reasoning/signature.ts'

const own = 'anthropic-messages'

/**
 * The reasoning of a conversation that another supplier's model had. With one of those, reasoning that
 * nobody signed are somebody else's, too.
 */
export function foreignIn(body: Fields): ForeignEdits {
  const messages = listOf(body['messages']).map((message) => fieldsOf(message) ?? {})
  const blocks = messages.map(({ content }) =>
    listOf(content).map((block) => fieldsOf(block) ?? {}),
  )
  if (!blocks.flat().some((block) => whoSigned(block) === 'another')) return nothingForeign
  const isForeign = (block: Fields): boolean =>
    whoSigned(block) === 'another' || whoSigned(block) === 'nobody'
  const { edits, dropped } = withoutSignatures(
    blocks.flatMap((inMessage, index) =>
      cutEntries(inMessage, indicesOf(inMessage, isForeign), {
        list: ['messages', index, 'content'],
        whole: ['messages', index],
      }),
    ),
  )
  const last = messages.findLastIndex(({ role }) => role === 'assistant')
  return fieldsOf(body['thinking'])?.['type'] === 'enabled' && lacksOwnReasoning(blocks[last] ?? [])
    ? { edits: [...edits, { place: ['thinking'] }], dropped: [...dropped, 'reasoning'] }
    : { edits, dropped }
}

/** With a budget, the vendor wants the last turn that called tools to begin with a reasoning part of its own. */
const lacksOwnReasoning = (blocks: readonly Fields[]): boolean =>
  blocks.some(({ type }) => type === 'tool_use') &&
  blocks.every((block) => whoSigned(block) !== 'the supplier')

type SignatureOrigin = 'the supplier' | 'another' | 'nobody'

/** Null: it is no reasoning. */
function whoSigned(block: Fields): SignatureOrigin | null {
  const name = block['type'] === 'thinking' ? 'signature' : 'data'
  if (block['type'] !== 'thinking' && block['type'] !== 'redacted_thinking') return null
  const text = textOf(block[name]) ?? ''
  if (text === '') return 'nobody'
  return ownSignature(readSignature(text, own), own) === null ? 'another' : 'the supplier'
}
