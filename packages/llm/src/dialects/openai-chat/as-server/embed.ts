import type { EmbedAnswer, EmbedPurpose, EmbedRequest } from '../../../operations/embed.ts'
import type { PieceAsServer } from '../../../operations/piece.ts'
import { entryOf, fieldsOf, listOf, numberOf, textOf } from '../../../bytes/fields.ts'
import { packedFloats } from '../../../bytes/packed-floats.ts'
import { sourceOf } from '../../../canonical/usage/usage-event.ts'
import { inputTokensOf } from '../../../canonical/usage.ts'
import { invalidField } from '../../../canonical/invalid-field.ts'

const carried: ReadonlySet<string> = new Set(['model', 'input', 'dimensions', 'encoding_format'])

/** The `input_type` of Cohere and Voyage, which their clients send here too. */
const purposes: Readonly<Record<string, EmbedPurpose>> = {
  query: 'query',
  search_query: 'query',
  document: 'document',
  search_document: 'document',
  classification: 'classification',
  clustering: 'clustering',
}

/** Embeddings: https://platform.openai.com/docs/api-reference/embeddings. Its SDKs ask for base64. */
export const embed: PieceAsServer<EmbedRequest, EmbedAnswer> = {
  request: (body, { model }) => {
    const fields = fieldsOf(body)
    const given = fields?.['input']
    const input = typeof given === 'string' ? [given] : listOf(given)
    if (fields === null || input.length === 0)
      return invalidField('input', 'a text or a list is expected')
    const texts = input.map(textOf)
    const other = texts.indexOf(null)
    if (other !== -1) {
      return invalidField(`input.${other}`, 'a text is expected: this model takes no tokens')
    }
    const known = texts.filter((text) => text !== null)
    const purpose = entryOf(purposes, textOf(fields['input_type'])) ?? null
    const dimensions = numberOf(fields['dimensions'])
    const request = { model, texts: known, dimensions, purpose }
    const dropped = Object.keys(fields).filter(
      (name) =>
        !carried.has(name) &&
        (fields[name] ?? null) !== null &&
        (name !== 'input_type' || purpose === null),
    )
    return { ok: true, value: { request, dropped } }
  },
  answer: ({ vectors }, { model, packed }) => ({
    object: 'list',
    data: vectors.map((vector, index) => ({
      object: 'embedding',
      index,
      embedding: packed ? packedFloats(vector) : vector,
    })),
    model,
  }),
  usage: (event) => {
    const tokens = inputTokensOf(event.usage)
    return { usage: { prompt_tokens: tokens, total_tokens: tokens, ...sourceOf(event) } }
  },
  usageRequired: true,
}
