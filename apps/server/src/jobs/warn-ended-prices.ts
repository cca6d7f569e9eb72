import { daySeconds } from '@posthouse/contract/dated-lines'
import { endedLines } from '../domain/pricing/lines-at.ts'
import type { PriceBook } from '../domain/pricing/price-book.ts'
import type { Clock } from '../lib/clock.ts'

type Parts = {
  readonly snapshot: { get(): { readonly prices: PriceBook } }
  readonly clock: Pick<Clock, 'now'>
  readonly log: { warn(fields: object, message: string): void }
}

/** Once a day, just after midnight in UTC: the models of which a price ended today and nothing took its place. */
export function warnEndedPrices({ snapshot, clock, log }: Parts): void {
  const now = clock.now()
  const since = now / 1_000 - daySeconds
  const models = snapshot
    .get()
    .prices.entries.filter((entry) => endedLines(entry, now).some(({ until = 0 }) => until > since))
    .map(({ model }) => model)
  if (models.length > 0) log.warn({ models }, 'prices have ended and stay in force: none follows')
}
