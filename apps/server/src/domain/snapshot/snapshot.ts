import type { Channel } from '../channels/channel.ts'
import type { Groups } from '../groups/group.ts'
import type { ModelBook } from '../models/model-facts.ts'
import type { PriceBook } from '../pricing/price-book.ts'
import type { Settings } from '../settings/setting-table.ts'

export type { UserGroup } from '../groups/group.ts'

/**
 * The configuration at one revision, in memory, frozen. The hot path reads this and no database. It
 * is replaced whole when the revision moves, so whoever took it at the start of a request sees one
 * state of the world to its end.
 */
export type Snapshot = {
  readonly revision: bigint
  readonly settings: Settings
  readonly groups: Groups
  /** Enabled channels with at least one enabled key. */
  readonly channels: readonly Channel[]
  readonly prices: PriceBook
  readonly models: ModelBook
}
