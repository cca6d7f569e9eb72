import type { ModelFacts, ModelOperation } from '@posthouse/contract/model-facts'
import type { OperationName } from '@posthouse/llm/operations/operation'
import { operations } from '@posthouse/llm/operations'

/**
 * Models that cannot talk, whatever dialect they are asked in. Pictures and speech are not among them: some
 * vendors' models of these are asked as a chat is (Gemini's, OpenRouter's).
 */
const mute: ReadonlySet<ModelOperation> = new Set([
  'embed',
  'rerank',
  'moderate',
  'transcribe',
  'video',
  'music',
  'draw',
])

/** Says if a model can do what is asked. Models that nobody knows are let through: their supplier will say. */
export function supportsOperation(
  { operation: known, out }: ModelFacts,
  asked: OperationName,
): boolean {
  if (known === null) return true
  const { model } = operations[asked]
  // Some chat with pictures. Midjourney's have calls of their own.
  if (model === 'image' && known !== 'draw' && out?.includes('image') === true) return true
  return model === 'chat' ? !mute.has(known) : known === model
}
