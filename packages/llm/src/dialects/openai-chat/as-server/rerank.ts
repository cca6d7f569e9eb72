import type { RerankAnswer, RerankRequest } from '../../../operations/rerank.ts'
import type { PieceAsServer } from '../../../operations/piece.ts'
import { type Fields, fieldsOf, flagOf, listOf, numberOf, textOf } from '../../../bytes/fields.ts'
import { resultFields } from '../../cohere/results.ts'
import { sourceOf } from '../../../canonical/usage/usage-event.ts'
import { inputTokensOf } from '../../../canonical/usage.ts'
import { cohereAnswer } from '../../cohere/rerank.ts'
import { invalidField } from '../../../canonical/invalid-field.ts'

const carried: ReadonlySet<string> = new Set([
  'model',
  'query',
  'documents',
  'top_n',
  'return_documents',
])

/** Jina’s (https://api.jina.ai/redoc) and Cohere’s (https://docs.cohere.com/reference/rerank), which differ in their answers. */
export const rerank: PieceAsServer<RerankRequest, RerankAnswer> = {
  request: (body, { model }) => {
    const fields = fieldsOf(body)
    const query = textOf(fields?.['query'])
    if (fields === null || query === null) return invalidField('query', 'a text is expected')
    const documents = listOf(fields['documents']).map((entry) => textOf(entry) ?? fieldsOf(entry))
    const other = documents.indexOf(null)
    if (other !== -1) return invalidField(`documents.${other}`, 'a text is expected')
    const request = {
      model,
      query,
      documents: documents.filter((entry) => entry !== null),
      most: numberOf(fields['top_n']),
      withDocuments: flagOf(fields['return_documents']),
    }
    const dropped = Object.keys(fields).filter(
      (name) => !carried.has(name) && (fields[name] ?? null) !== null,
    )
    return { ok: true, value: { request, dropped } }
  },
  answer: (answer, { model, shape }) =>
    shape === 'cohere' ? cohereAnswer(answer) : jinaAnswer(answer, model),
  usage: (event) => ({
    usage: { total_tokens: inputTokensOf(event.usage), ...sourceOf(event) },
  }),
  usageRequired: false,
}

const jinaAnswer = ({ results }: RerankAnswer, model: string): Fields => ({
  model,
  object: 'list',
  results: results.map(resultFields),
})
