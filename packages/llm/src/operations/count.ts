import { chat } from './chat.ts'
import type { Operation } from './operation.ts'

/** The tokens of a chat are counted, and nothing is charged: parts/usage/count-request.ts. */
export const count: Operation = {
  ...chat,
  meters: [],
  relayed: 'piece',
  hasOutput: false,
}
