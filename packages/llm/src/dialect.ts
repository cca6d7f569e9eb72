/** The dialects that chat models are called in. */
export const dialectNames = [
  'openai-chat',
  'openai-responses',
  'anthropic-messages',
  'gemini',
] as const

export type DialectName = (typeof dialectNames)[number]
