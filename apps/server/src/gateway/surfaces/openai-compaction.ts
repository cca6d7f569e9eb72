import { openAiErrors } from './openai-errors.ts'
import type { Surface } from './surface.ts'

/** OpenAI's Responses: a conversation made short. Never a stream. */
export const openAiCompactionSurface: Surface = {
  name: 'openai-compaction',
  paths: ['/v1/responses/compact', '/responses/compact'],
  dialect: 'openai-responses',
  operation: 'compact',
  errors: openAiErrors,
  keepAlive: ': keep-alive\n\n',
}
