import { anthropicErrors } from './anthropic-errors.ts'
import type { Surface } from './surface.ts'

/** Anthropic's Messages. */
export const anthropicMessagesSurface: Surface = {
  name: 'anthropic-messages',
  paths: ['/v1/messages', '/anthropic/v1/messages', '/claude/v1/messages'],
  dialect: 'anthropic-messages',
  operation: 'chat',
  errors: anthropicErrors,
  keepAlive: 'event: ping\ndata: {"type":"ping"}\n\n',
}
