import { chat } from './chat.ts'
import type { Operation } from './operation.ts'

/** A conversation is made short: by whoever keeps it, else by a model that is asked for a summary in a chat. */
export const compact: Operation = { ...chat, standIn: 'chat', ofKeepers: true, isTurn: false }
