import type { ModelFacts } from '@posthouse/contract/model-facts'
import type { Attachment } from './conversation.ts'

/** What a model can do beside reading and writing text. */
export type Abilities = {
  /** Kinds of attachments that it reads as they are. */
  readonly takes: readonly string[]
  /** Thinks, and can be told how much. */
  readonly reasons: boolean
}

/** Only what is known: a model of which nobody knows takes text alone. */
export const abilitiesOf = (facts: Pick<ModelFacts, 'in' | 'reasons'> | undefined): Abilities => ({
  takes: facts?.in ?? [],
  reasons: facts?.reasons === 'always' || facts?.reasons === 'optional',
})

/** Text files go along as text. */
export const isTaken = (kind: Attachment['kind'], takes: readonly string[]): boolean =>
  kind === 'text' || takes.includes(kind)
