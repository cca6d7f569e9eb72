import { openAiErrors } from './openai-errors.ts'
import type { Surface } from './surface.ts'

/** Chat completions. */
export const openAiChatSurface: Surface = {
  name: 'openai-chat',
  paths: ['/v1/chat/completions', '/chat/completions'],
  dialect: 'openai-chat',
  operation: 'chat',
  errors: openAiErrors,
  keepAlive: ': keep-alive\n\n',
}
