import { openAiErrors } from './openai-errors.ts'
import type { Surface } from './surface.ts'

/** The older completions: a prompt instead of messages. */
export const openAiCompletionsSurface: Surface = {
  name: 'openai-completions',
  paths: ['/v1/completions'],
  dialect: 'openai-chat',
  operation: 'completions',
  errors: openAiErrors,
  keepAlive: ': keep-alive\n\n',
}
