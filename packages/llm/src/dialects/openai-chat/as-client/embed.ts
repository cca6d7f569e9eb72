import type { EmbedAnswer, EmbedRequest } from '../../../operations/embed.ts'
import type { PieceAsClient } from '../../../operations/piece.ts'
import { unpackedFloats } from '../../../parts/packed-floats.ts'
import { fieldsOf, listOf, numberOf, numbersIn, withoutNulls } from '../../../parts/fields.ts'
import { failureInWhole } from './stream.ts'

/** Embeddings: https://platform.openai.com/docs/api-reference/embeddings. */
export const embed: PieceAsClient<EmbedRequest, EmbedAnswer> = {
  body: ({ model, texts, dimensions }) => withoutNulls({ model, input: texts, dimensions }),
  renamed: (_, { model }) => ({ model }),
  failure: failureInWhole,
  gives: ({ data }) => listOf(data).length > 0,
  answer: ({ data }) => ({
    vectors: listOf(data)
      .map((entry) => fieldsOf(entry) ?? {})
      .toSorted((a, b) => (numberOf(a['index']) ?? 0) - (numberOf(b['index']) ?? 0))
      .map(({ embedding }) =>
        typeof embedding === 'string' ? unpackedFloats(embedding) : numbersIn(embedding),
      ),
  }),
  usageField: 'usage',
  longList: 'data',
}
