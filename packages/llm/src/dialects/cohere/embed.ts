import type { EmbedAnswer, EmbedRequest } from '../../operations/embed.ts'
import type { PieceAsClient } from '../../operations/piece.ts'
import { fieldsOf, listOf, numbersIn, withoutNulls } from '../../bytes/fields.ts'
import { unpackedFloats } from '../../bytes/packed-floats.ts'
import { cohereUsage } from './usage.ts'

const inputTypes = {
  query: 'search_query',
  document: 'search_document',
  classification: 'classification',
  clustering: 'clustering',
} as const

/** https://docs.cohere.com/reference/embed (read 26 November 2026): its models must be told what the texts are for. */
export const embed: PieceAsClient<EmbedRequest, EmbedAnswer> = {
  body: ({ model, texts, dimensions, purpose }) =>
    withoutNulls({
      model,
      texts,
      input_type: inputTypes[purpose ?? 'document'],
      embedding_types: ['float'],
      output_dimension: dimensions,
    }),
  renamed: (_, { model }) => ({ model }),
  failure: () => null,
  gives: ({ embeddings }) => vectorsIn(embeddings).length > 0,
  answer: ({ embeddings }) => ({ vectors: vectorsIn(embeddings) }),
  usageField: 'meta',
  usage: cohereUsage,
  longList: 'embeddings',
}

function vectorsIn(embeddings: unknown): number[][] {
  const { float, base64 } = fieldsOf(embeddings) ?? {}
  const packed = listOf(base64).flatMap((text) =>
    typeof text === 'string' ? [unpackedFloats(text)] : [],
  )
  return Array.isArray(float) ? float.map(numbersIn) : packed
}
