import { z } from 'zod'

export const modelOperations = [
  'chat',
  'embed',
  'rerank',
  'moderate',
  'image',
  'speech',
  'transcribe',
  'realtime',
  'video',
  'music',
  'draw',
] as const
export type ModelOperation = (typeof modelOperations)[number]

/** Modalities of inputs and outputs. `file` means documents that the model reads directly. */
const modalities = ['text', 'image', 'audio', 'video', 'file'] as const
/** Adds outputs that are not for people to read: vectors, and scores of texts. */
const outputModalities = [...modalities, 'vector', 'score'] as const

/** Modalities of a model. An empty list of inputs means that they are unknown. */
export const ModelModalities = z.object({
  input_modalities: z.array(z.enum(modalities)),
  output_modalities: z.array(z.enum(outputModalities)),
})
export type ModelModalities = z.output<typeof ModelModalities>

export const Modalities = z.array(z.enum(modalities)).nonempty()

/** Whether a model reasons before it answers: always, optionally (on request or by default), or never. */
export const reasoningKinds = ['always', 'optional', 'never'] as const

export const Tokens = z.number().int().positive().max(100_000_000)

/** Known facts about a model. Prices and availability are not included. */
export const ModelFacts = z.object({
  operation: z.enum(modelOperations).nullable(),
  context: Tokens.nullable(),
  output: Tokens.nullable(),
  reasons: z.enum(reasoningKinds).nullable(),
  in: Modalities.nullable(),
  out: Modalities.nullable(),
  fetches: z.boolean(),
  limitExcludesReasoning: z.boolean(),
})
export type ModelFacts = z.output<typeof ModelFacts>
