import type { Unread } from '../../../parts/unread.ts'

/** Every text of a chat has an event. */
export const unread: Unread = { marks: [], inAnswer: () => [], inEvent: () => [] }
