import type { Fields } from '@posthouse/llm/bytes/fields'
import { outputAsInput } from '@posthouse/llm/canonical/items'
import { fieldsKept, itemsKept } from './kept-json.ts'
import type { ResponseHistory } from './kept-response.ts'

/** All items of a chain, last turn included, and whether the chain can be continued. */
export function historyItems({ conversation, turns }: ResponseHistory): {
  readonly items: readonly Fields[]
  readonly isEnded: boolean
} {
  const read = turns.map(({ input, response }) => ({
    input: itemsKept(input),
    response: fieldsKept(response),
  }))
  const items = [
    ...conversation.map(fieldsKept),
    ...read.flatMap(({ input, response }) => [...input, ...outputAsInput(response['output'])]),
  ]
  const status = read.at(-1)?.response['status'] ?? 'completed'
  return { items, isEnded: status === 'completed' || status === 'incomplete' }
}
