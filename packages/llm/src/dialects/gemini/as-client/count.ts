import type { CountAsClient } from '../../../operations/count.ts'

/** https://ai.google.dev/api/tokens#method:-models.counttokens */
export const count: CountAsClient = {
  fields: ['contents', 'systemInstruction', 'system_instruction', 'tools', 'cachedContent'],
  body: (fields, model) => ({ generateContentRequest: { ...fields, model: `models/${model}` } }),
  tokens: 'totalTokens',
}
