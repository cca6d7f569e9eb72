import type { RerankAnswer, RerankRequest } from '../../operations/rerank.ts'
import type { PieceAsClient } from '../../operations/piece.ts'
import { type Fields, listOf, numberOf, textOf, withoutNulls } from '../../bytes/fields.ts'
import { resultFields, resultsIn, textsOf } from './results.ts'
import { billedIn, cohereUsage } from './usage.ts'

/** https://docs.cohere.com/reference/rerank (read 26 November 2026): texts alone, and none of them comes back. */
export const rerank: PieceAsClient<RerankRequest, RerankAnswer> = {
  body: (request) =>
    withoutNulls({
      model: request.model,
      query: request.query,
      documents: textsOf(request),
      top_n: request.most,
    }),
  unsaid: ({ withDocuments }) => (withDocuments === true ? ['return_documents'] : []),
  renamed: (_, { model }) => ({ model }),
  failure: () => null,
  gives: ({ results }) => listOf(results).length > 0,
  answer: ({ id, results, meta }) => ({
    id: textOf(id),
    results: resultsIn(results),
    searchUnits: numberOf(billedIn(meta)['search_units']),
  }),
  usageField: 'meta',
  usage: cohereUsage,
  longList: 'results',
}

/** An answer in the words of Cohere, whoever gave it. */
export const cohereAnswer = ({ id, results, searchUnits }: RerankAnswer): Fields => ({
  ...(id !== null && { id }),
  results: results.map(resultFields),
  meta: {
    api_version: { version: '2' },
    ...(searchUnits !== null && { billed_units: { search_units: searchUnits } }),
  },
})
