import type { RerankAnswer, RerankRequest } from '../../../operations/rerank.ts'
import type { PieceAsClient } from '../../../operations/piece.ts'
import { type Fields, listOf, textOf, withoutNulls } from '../../../bytes/fields.ts'
import { resultsIn } from '../../cohere/results.ts'
import { cohereAnswer } from '../../cohere/rerank.ts'
import { rerankUsage } from '../usage.ts'
import { failureInWhole } from './stream.ts'

/** Reranking in Jina’s form, which vLLM, SiliconFlow and others share: https://api.jina.ai/redoc. */
export const rerank: PieceAsClient<RerankRequest, RerankAnswer> = {
  body: ({ model, query, documents, most, withDocuments }) =>
    withoutNulls({ model, query, documents, top_n: most, return_documents: withDocuments }),
  renamed: (_, { model }) => ({ model }),
  failure: failureInWhole,
  gives: ({ results }) => listOf(results).length > 0,
  answer: answerOf,
  form: {
    begins: (_, { shape }) => shape !== 'cohere',
    // Some of these servers answer in Cohere's form already.
    recast: (answer, { shape }) =>
      shape !== 'cohere' || 'meta' in answer ? null : cohereAnswer(answerOf(answer)),
  },
  usageField: 'usage',
  usage: rerankUsage,
  longList: 'results',
}

function answerOf({ id, results }: Fields): RerankAnswer {
  return { id: textOf(id), results: resultsIn(results), searchUnits: null }
}
