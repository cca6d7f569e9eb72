import type { ModelFacts, ModelOperation } from '@posthouse/contract/model-facts'
import type { Operation } from '@posthouse/llm/suppliers/supplier'

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
])

/** Whether a model can do what is asked. What nobody knows is let through: its supplier will say. */
export function does({ operation }: ModelFacts, asked: Operation): boolean {
  if (operation === null) return true
  return asked === 'embeddings' ? operation === 'embed' : !mute.has(operation)
}
