import { buckets } from '../usage.ts'
import type { Operation } from './operation.ts'

/** A conversation goes on: a `ModelRequest` is asked, `ModelEvent`s answer. */
export const chat: Operation = {
  meters: buckets,
  relayed: 'frames',
  hasOutput: true,
  model: 'chat',
  standIn: null,
  ofKeepers: false,
  usualDialect: 'openai-chat',
}
