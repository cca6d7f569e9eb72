import { anthropicErrors } from './anthropic-errors.ts'
import type { Surface } from './surface.ts'

/** Anthropic's Messages. */
export const anthropicMessagesSurface: Surface = {
  name: 'anthropic-messages',
  paths: ['/v1/messages', '/anthropic/v1/messages', '/claude/v1/messages'],
  dialect: 'anthropic-messages',
  operation: 'chat',
  errors: anthropicErrors,
  limitRequired: 'max_tokens',
  keepAlive: 'event: ping\ndata: {"type":"ping"}\n\n',
}

/** Where its tokens are counted: nothing is written there. */
const { limitRequired: _, ...counted } = anthropicMessagesSurface
export const anthropicCountSurface: Surface = { ...counted, paths: [] }
