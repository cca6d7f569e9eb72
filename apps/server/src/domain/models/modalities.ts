import type { ModelFacts, ModelModalities, ModelOperation } from '@posthouse/contract/model-facts'

/** What models of an operation give, where nobody says more of one. */
const given: Readonly<Record<ModelOperation, ModelModalities['output_modalities']>> = {
  chat: ['text'],
  embed: ['vector'],
  rerank: ['score'],
  moderate: ['score'],
  image: ['image'],
  speech: ['audio'],
  transcribe: ['text'],
  realtime: ['text', 'audio'],
  video: ['video'],
  music: ['audio'],
  draw: ['image'],
}

/** What a model takes, as far as is known, and what it gives. */
export const modalitiesOf = (
  { in: takes, out: gives }: Pick<ModelFacts, 'in' | 'out'>,
  operation: ModelOperation,
): ModelModalities => ({
  input_modalities: takes ?? [],
  output_modalities: gives ?? given[operation],
})

/** The calls of Gemini's API that a model answers to: speech and pictures are content too. */
export const geminiMethods = (operation: ModelOperation): readonly string[] => {
  if (operation === 'embed') return ['embedContent', 'batchEmbedContents']
  return ['chat', 'image', 'speech'].includes(operation) ? ['generateContent', 'countTokens'] : []
}
