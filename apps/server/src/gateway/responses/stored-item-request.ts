import type { Caller } from '../exchange.ts'

/** A call about stored state. Ids that the path does not have are empty. */
export type StoredItemRequest = {
  readonly caller: Caller
  readonly id: string
  readonly item: string
}
