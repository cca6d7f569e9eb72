import { openAiErrors } from './openai-errors.ts'
import type { Surface } from './surface.ts'

/** Chat completions. */
export const openAiChatSurface: Surface = {
  name: 'openai-chat',
  paths: ['/v1/chat/completions', '/chat/completions'],
  upstreamPath: '/chat/completions',
  dialects: ['openai-chat', 'sandbox'],
  errors: openAiErrors,
  keepAlive: ': keep-alive\n\n',
}
