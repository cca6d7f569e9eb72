import type { Fields } from '../bytes/fields.ts'
import { chat } from './chat.ts'
import type { Operation } from './operation.ts'

/** The tokens of a chat are counted, and nothing is charged. */
export const count: Operation = {
  ...chat,
  relayed: 'piece',
  hasOutput: false,
  isTurn: false,
}

/** A dialect's question for the length of a prompt, without asking the model. */
export type CountAsClient = {
  /** The fields of a request that it takes: vendors refuse the rest. */
  readonly fields: readonly string[]
  readonly body: (fields: Fields, model: string) => Fields
  /** The field of the answer that is the count. */
  readonly tokens: string
}

/** The answer to a client of the dialect that asks for a count. */
export type CountAsServer = (tokens: number) => Fields
