import type { Clock } from '../../lib/clock.ts'
import type { Settings } from '../settings/setting-table.ts'

/** The end of the time for which a request's texts are kept. Epoch milliseconds. */
export type RetentionTimes = { readonly now: number; readonly expiresAt: number }

/** The amount, too. Bytes are of JSON. */
export type RetentionTerms = RetentionTimes & {
  /** Of all the items of a conversation. */
  readonly bytesMax: number
  /** Of all of a user's responses, and of all of his conversations. */
  readonly userBytesMax: number
  readonly conversationsMax: number
}

const dayMs = 24 * 3_600_000

/** From now on, as the settings of the request say. */
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
