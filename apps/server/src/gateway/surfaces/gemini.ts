import { geminiErrors, geminiListErrors } from './gemini-errors.ts'
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

/** Its stream for whoever does not ask for `alt=sse`: a list that grows, and so are errors. */
export const geminiListSurface: Surface = {
  ...geminiSurface,
  listed: true,
  errors: geminiListErrors,
}

/** Its `countTokens`, whose body may be a whole request of generateContent under a name of its own. */
export const geminiCountSurface: Surface = { ...geminiSurface, name: 'gemini-count' }
