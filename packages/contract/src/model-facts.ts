import { z } from 'zod'

/** What a model can be asked for. */
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

/** What goes into a model, and what comes out. `file`: documents that it reads as they are. */
const modalities = ['text', 'image', 'audio', 'video', 'file'] as const
/** Those, and what models give that nobody reads as it is: vectors, and scores of texts. */
const outputModalities = [...modalities, 'vector', 'score'] as const

/** What a model takes and gives. Empty: nobody knows what it takes. */
export const ModelModalities = z.object({
  input_modalities: z.array(z.enum(modalities)),
  output_modalities: z.array(z.enum(outputModalities)),
})
export type ModelModalities = z.output<typeof ModelModalities>

export const Modalities = z.array(z.enum(modalities)).nonempty()

/** Whether a model thinks before it answers: always, when it is asked to or not told otherwise, or never. */
export const reasoningKinds = ['always', 'optional', 'never'] as const

export const Tokens = z.number().int().positive().max(100_000_000)

/** What is known of a model. Not its price, and not whether anybody serves it. */
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
