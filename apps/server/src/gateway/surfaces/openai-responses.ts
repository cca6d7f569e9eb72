import { responsesErrors } from './openai-errors.ts'
import type { Surface } from './surface.ts'

/** OpenAI's Responses. */
export const openAiResponsesSurface: Surface = {
  name: 'openai-responses',
  paths: ['/v1/responses', '/responses'],
  dialect: 'openai-responses',
  operation: 'chat',
  errors: responsesErrors,
  numbered: true,
  keepAlive: ': keep-alive\n\n',
}
