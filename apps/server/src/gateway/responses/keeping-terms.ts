import type { Clock } from '../../lib/clock.ts'
import type { Settings } from '../../settings/setting-table.ts'

/** How long what a request keeps is kept. Epoch milliseconds. */
export type Times = { readonly now: number; readonly expiresAt: number }

/** How much, too: bytes of all the items of a conversation, in JSON. */
export type Terms = Times & { readonly bytesMax: number }

const dayMs = 24 * 3_600_000

/** From now on, as the settings of the request say. */
export function termsOf(
  { clock }: { readonly clock: Clock },
  { snapshot }: { readonly snapshot: { readonly settings: Settings } },
): Terms {
  const now = clock.now()
  const { ResponseKeepDays, RequestBodyLimit } = snapshot.settings
  return { now, expiresAt: now + ResponseKeepDays * dayMs, bytesMax: RequestBodyLimit }
}
