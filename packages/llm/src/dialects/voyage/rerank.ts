import type { RerankAnswer, RerankRequest } from '../../operations/rerank.ts'
import type { PieceAsClient } from '../../operations/piece.ts'
import { listOf, withoutNulls } from '../../bytes/fields.ts'
import { resultsIn, textsOf } from '../cohere/results.ts'
import { rerankUsage } from '../openai-chat/usage.ts'

/** https://docs.voyageai.com/reference/reranker-api (read 26 November 2026). */
export const rerank: PieceAsClient<RerankRequest, RerankAnswer> = {
  body: (request) =>
    withoutNulls({
      model: request.model,
      query: request.query,
      documents: textsOf(request),
      top_k: request.most,
      return_documents: request.withDocuments,
    }),
  renamed: (_, { model }) => ({ model }),
  failure: () => null,
  gives: ({ data }) => listOf(data).length > 0,
  answer: ({ data }) => ({ id: null, results: resultsIn(data), searchUnits: null }),
  usageField: 'usage',
  usage: rerankUsage,
  longList: 'data',
}
