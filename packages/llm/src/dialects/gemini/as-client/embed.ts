import type { EmbedAnswer, EmbedRequest } from '../../../operations/embed.ts'
import type { PieceAsClient } from '../../../operations/piece.ts'
import { fieldsOf, listOf, numbersIn, withoutNulls } from '../../../bytes/fields.ts'
import { failureOf } from '../failures.ts'
import { camelled } from '../spelling.ts'

const taskTypes = {
  query: 'RETRIEVAL_QUERY',
  document: 'RETRIEVAL_DOCUMENT',
  classification: 'CLASSIFICATION',
  clustering: 'CLUSTERING',
} as const

const named = (model: string): string => `models/${model}`

/** `batchEmbedContents`, and `embedContent` as it came: https://ai.google.dev/api/embeddings. */
export const embed: PieceAsClient<EmbedRequest, EmbedAnswer> = {
  body: ({ model, texts, dimensions, purpose }) => ({
    requests: texts.map((text) =>
      withoutNulls({
        model: named(model),
        content: { parts: [{ text }] },
        outputDimensionality: dimensions,
        taskType: purpose === null ? null : taskTypes[purpose],
      }),
    ),
  }),
  // A request whose model is not the one in the address is refused.
  renamed: (body, { model, single }) =>
    single
      ? { model: named(model) }
      : {
          requests: listOf(body()['requests']).map((request) => ({
            ...fieldsOf(request),
            model: named(model),
          })),
        },
  failure: (answer) =>
    (answer['error'] ?? null) === null ? null : failureOf(200, JSON.stringify(answer)),
  gives: ({ embedding, embeddings }) =>
    listOf(embeddings).length > 0 || (embedding ?? null) !== null,
  answer: ({ embedding, embeddings }) => ({
    vectors: listOf(embeddings ?? [embedding]).map((vector) =>
      numbersIn(camelled(vector)?.['values']),
    ),
  }),
  usageField: 'usageMetadata',
  longList: 'embeddings',
}
