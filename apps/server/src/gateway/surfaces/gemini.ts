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
