import { z } from 'zod'
import { Modalities, modelOperations, reasoningKinds, Tokens } from './model-facts.ts'

/** Facts that an entry may state. Facts left out come from the next source. */
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

/** Facts about models, by name. A name may end in `*` to match every model that starts with it. */
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
  /** The figures come from a third party's table that names the source. */
  second: z.boolean().exactOptional(),
  /** The figures are generally known but were not compared with the source. */
  unchecked: z.boolean().exactOptional(),
  /** The page that says the output limit excludes reasoning. */
  limitSource: z.string().max(500).exactOptional(),
})
export type ModelFactsEntry = z.output<typeof ModelFactsEntry>

/** An operator's entries, which override the published facts. */
export const ModelFactsList = z.array(ModelFactsEntry).max(5_000)
