import { z } from 'zod'
import { Modalities, modelOperations, reasoningKinds, Tokens } from './model-facts.ts'

/** Facts that an entry may state. What it leaves out is as the next source says it. */
const Stated = z.strictObject({
  operation: z.enum(modelOperations).exactOptional(),
  context: Tokens.exactOptional().describe('The most input tokens of a call'),
  output: Tokens.exactOptional().describe(
    'The most output tokens of an answer, reasoning among them',
  ),
  reasons: z.enum(reasoningKinds).exactOptional(),
  in: Modalities.exactOptional(),
  out: Modalities.exactOptional(),
  fetches: z
    .boolean()
    .exactOptional()
    .describe('Reads the web or files by itself, without a tool in the request'),
  limitExcludesReasoning: z
    .boolean()
    .exactOptional()
    .describe('Its limit of the output does not count what it thinks'),
})

/** Facts about models, by name; `*` may be the last character of a name. */
export const ModelFactsEntry = Stated.extend({
  models: z
    .array(
      z
        .string()
        .max(200)
        .regex(/^[^*]+\*?$/),
    )
    .nonempty(),
  source: z.string().max(500).exactOptional(),
  date: z.iso.date().exactOptional(),
  /** The figures were compared in a table of somebody else, which names the source. */
  second: z.boolean().exactOptional(),
  /** The figures are generally known; nobody compared them with the source. */
  unchecked: z.boolean().exactOptional(),
  /** Where it says that the limit leaves reasoning out. */
  limitSource: z.string().max(500).exactOptional(),
})
export type ModelFactsEntry = z.output<typeof ModelFactsEntry>

/** What an operator writes over the published facts. */
export const ModelFactsList = z.array(ModelFactsEntry).max(5_000)
