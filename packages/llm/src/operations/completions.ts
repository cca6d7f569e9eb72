import { chat } from './chat.ts'
import type { Operation } from './operation.ts'

/** A prompt goes on, which can be said in a chat: its request and its answer are those of one. */
export const completions: Operation = { ...chat, standIn: 'chat', isTurn: false }
