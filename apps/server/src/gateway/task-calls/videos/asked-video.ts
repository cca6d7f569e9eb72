import type { Caller } from '../../exchange.ts'

/** A question of a caller about one video; the id is empty where none is named. */
export type AskedVideo = { readonly caller: Caller; readonly id: string }
