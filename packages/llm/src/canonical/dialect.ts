/** The dialects that clients speak: chat models are called in them. */
export const dialectNames = [
  'openai-chat',
  'openai-responses',
  'anthropic-messages',
  'gemini',
] as const

export type DialectName = (typeof dialectNames)[number]

/** The dialect of nearly every server: who has an operation and speaks no dialect with words for it is asked in it. */
export const usualDialect = 'openai-chat' satisfies DialectName

/** The dialect whose answers are kept, for whoever goes on from their ids. */
export const keepingDialect = 'openai-responses' satisfies DialectName

/** Dialects that a supplier may speak: any of them, or one that no client of ours does. */
export const spokenDialects = [
  ...dialectNames,
  'bedrock-converse',
  'cohere',
  'voyage',
  'elevenlabs',
] as const

export type SpokenDialect = (typeof spokenDialects)[number]
