import type { Caller } from '../../exchange.ts'

/** A call about a video. The id is empty on the collection. */
export type AskedVideo = { readonly caller: Caller; readonly id: string }
