import type { ModelFacts } from '@posthouse/contract/model-facts'

/** Models that can be talked to. One of which nobody knows what it does is among them. */
export const chatModels = <Model extends { readonly facts: ModelFacts }>(
  models: readonly Model[],
): readonly Model[] =>
  models.filter(({ facts }) => facts.operation === null || facts.operation === 'chat')
