import type { RerankAnswer, RerankRequest } from '../../../operations/rerank.ts'
import type { PieceAsClient } from '../../../operations/piece.ts'
import { listOf } from '../../../parts/fields.ts'
import { rerankUsage } from '../usage.ts'
import { failureInWhole } from './stream.ts'

/** Reranking in Jina’s form, which vLLM, SiliconFlow and others share: https://api.jina.ai/redoc. */
export const rerank: PieceAsClient<RerankRequest, RerankAnswer> = {
  body: ({ body }) => body,
  renamed: (_, { model }) => ({ model }),
  failure: failureInWhole,
  gives: ({ results }) => listOf(results).length > 0,
  answer: (answer) => ({ answer }),
  usageField: 'usage',
  usage: rerankUsage,
  longList: 'results',
}
