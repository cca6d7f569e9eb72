import { openAiErrors } from './openai-errors.ts'
import type { Surface } from './surface.ts'

/** Embeddings: never a stream, no output to pay for. */
export const openAiEmbeddingsSurface: Surface = {
  name: 'openai-embeddings',
  paths: ['/v1/embeddings'],
  upstreamPath: '/embeddings',
  dialects: ['openai-chat', 'sandbox'],
  errors: openAiErrors,
  keepAlive: ': keep-alive\n\n',
}
