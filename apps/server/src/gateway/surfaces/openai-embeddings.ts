import { openAiErrors } from './openai-errors.ts'
import type { Surface } from './surface.ts'

/** Embeddings: never a stream, no output to pay for. */
export const openAiEmbeddingsSurface: Surface = {
  name: 'openai-embeddings',
  paths: ['/v1/embeddings'],
  dialect: 'openai-chat',
  operation: 'embed',
  errors: openAiErrors,
  keepAlive: ': keep-alive\n\n',
}
