import type { Clock } from '../../lib/clock.ts'
import type { Settings } from '../settings/setting-table.ts'

/** How long the texts of a request are stored. Epoch milliseconds. */
export type RetentionTimes = { readonly now: number; readonly expiresAt: number }

/** How long and how much. Bytes are those of JSON. */
export type RetentionTerms = RetentionTimes & {
  /** For all items of a conversation. */
  readonly bytesMax: number
  /** For all responses of a user, and again for all conversations. */
  readonly userBytesMax: number
  readonly conversationsMax: number
}

const dayMs = 24 * 3_600_000

/** From now, by the settings of the request. */
export function termsOf(
  { clock }: { readonly clock: Clock },
  { snapshot }: { readonly snapshot: { readonly settings: Settings } },
): RetentionTerms {
  const now = clock.now()
  const { settings } = snapshot
  return {
    now,
    expiresAt: now + settings.ResponseKeepDays * dayMs,
    bytesMax: settings.RequestBodyLimit,
    userBytesMax: settings.KeptBytesPerUser,
    conversationsMax: settings.ConversationsPerUser,
  }
}
