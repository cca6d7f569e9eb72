import { z } from 'zod'
import { filterText, Seconds } from '../scalars.ts'
import { listQuery } from '../list.ts'
import { ModelModalities, modelOperations } from '../model-facts.ts'
import { PriceLine } from './price.ts'

/** Capabilities of a model: its operation, and for a chat model the inputs and features beyond text. */
export const capabilities = [
  'chat',
  'vision',
  'audio',
  'files',
  'reasoning',
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
export type Capability = (typeof capabilities)[number]

const CataloguedGroup = z.object({
  symbol: z.string(),
  name: z.string(),
  ratio: z.string().describe('Decimal text'),
})

const CatalogueLine = PriceLine.pick({
  bucket: true,
  unit: true,
  from_input_tokens: true,
  tier: true,
  attributes: true,
  from: true,
  until: true,
}).extend({
  dollars: z
    .string()
    .describe(
      'For a million tokens or characters, for one call, or for a minute of what is priced by the second, at the ratio of the group',
    ),
})

export const CatalogueModel = z.object({
  name: z.string(),
  owned_by: z.string(),
  channel_type: z.number().int(),
  operation: z.enum(modelOperations),
  capabilities: z.array(z.enum(capabilities)),
  ...ModelModalities.shape,
  context: z.number().int().nullable(),
  output: z.number().int().nullable().describe('The most output tokens of an answer'),
  available: z.boolean().describe('False while every channel that serves it is failing'),
  group: CataloguedGroup.describe('The group whose ratio is in the prices'),
  groups: z.array(CataloguedGroup).describe('Groups open to the caller that can call it'),
  /** Dollars as decimal text. `null` where the model is not priced by it. */
  input: z.string().nullable(),
  output_price: z.string().nullable(),
  call: z.string().nullable(),
  lines: z.array(CatalogueLine),
  coming: z
    .array(z.object({ from: Seconds, lines: z.array(CatalogueLine) }))
    .describe('Changes that are dated, in order, with the lines that apply from that moment on'),
  varies: z.boolean().describe('Another channel that serves it has another price'),
})
export type CatalogueModel = z.output<typeof CatalogueModel>

export const catalogueSorts = ['name', 'supplier', 'context', 'input', 'output'] as const

/** The filter of the catalogue. The call returns all models, and the console filters them. */
export const CatalogueQuery = listQuery(catalogueSorts, {
  keyword: filterText(200),
  capability: z.enum(capabilities).optional(),
  supplier: z.string().max(100).optional(),
  available: z.enum(['true', 'false']).optional(),
})
