import type { Caller } from '../exchange.ts'

/** The caller who asks for what is kept, and the ids in the path; empty where it has none. */
export type StoredItemRequest = {
  readonly caller: Caller
  readonly id: string
  readonly item: string
}
