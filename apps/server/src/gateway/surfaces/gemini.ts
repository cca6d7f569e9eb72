import { geminiErrors } from './gemini-errors.ts'
import type { Surface } from './surface.ts'

/** Gemini's generateContent: the model and whether it streams stand in the path. */
export const geminiSurface: Surface = {
  name: 'gemini',
  paths: [],
  dialect: 'gemini',
  operation: 'chat',
  errors: geminiErrors,
  keepAlive: ': keep-alive\r\n\r\n',
}

/** Its `countTokens`, whose body may be a whole request of generateContent under a name of its own. */
export const geminiCountSurface: Surface = { ...geminiSurface, name: 'gemini-count' }
