import type { EmbedAnswer, EmbedRequest } from '../../../operations/embed.ts'
import type { PieceAsClient } from '../../../operations/piece.ts'
import { packedFloats, unpackedFloats } from '../../../bytes/packed-floats.ts'
import { fieldsOf, listOf, numberOf, numbersIn, withoutNulls } from '../../../bytes/fields.ts'
import { failureInWhole } from './stream.ts'

/** Embeddings: https://platform.openai.com/docs/api-reference/embeddings. */
export const embed: PieceAsClient<EmbedRequest, EmbedAnswer> = {
  body: ({ model, texts, dimensions }) => withoutNulls({ model, input: texts, dimensions }),
  unsaid: ({ purpose }) => (purpose === null ? [] : ['input_type']),
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
  form: {
    begins: (first, { packed }) => {
      const [, opening] = /"embedding":\s*(["[])/.exec(first) ?? []
      return opening === undefined || (opening === '"') === packed
    },
    recast: (answer, { packed }) => {
      const entries = listOf(answer['data'])
      const inForm = entries.map((entry) => entryInForm(entry, packed))
      return inForm.every((entry, at) => entry === entries[at]) ? null : { ...answer, data: inForm }
    },
  },
  usageField: 'usage',
  longList: 'data',
}

/** Not every server heeds `encoding_format`, or knows what it is when it is left out. */
function entryInForm(entry: unknown, packed: boolean): unknown {
  const fields = fieldsOf(entry)
  const vector = fields?.['embedding']
  if (packed && Array.isArray(vector))
    return { ...fields, embedding: packedFloats(numbersIn(vector)) }
  if (!packed && typeof vector === 'string') return { ...fields, embedding: unpackedFloats(vector) }
  return entry
}
