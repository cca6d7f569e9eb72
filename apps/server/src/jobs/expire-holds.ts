import { endIncarnation, pendingHolds, staleIncarnations } from '@posthouse/ledger/incarnation'
import type { LedgerWriter, Submitter } from '@posthouse/ledger/writer'
import type { Kysely } from 'kysely'
import type { DatabaseDialect } from '../db/connection.ts'
import type { Tables } from '../db/tables.ts'
import type { Clock } from '../lib/clock.ts'

export type ExpireParts = {
  readonly db: Kysely<Tables>
  readonly dialect: DatabaseDialect
  readonly ledger: Submitter<'void'>
  readonly clock: Clock
  /** This life of the process. */
  readonly incarnation: string
}

/**
 * Gives back what processes held that died with it: the customer is not charged for an answer that
 * nobody finished. `silentMs` null: no other process can be alive. Answers how many holds that were.
 */
export async function expireHolds(parts: ExpireParts, silentMs: number | null): Promise<number> {
  const options = { own: parts.incarnation, silentMs }
  const dead = await staleIncarnations(parts.db, parts.dialect, options)
  let expired = 0
  for (const incarnation of dead) {
    // Nobody else can be alive: what it made in the background has failed, and its clients see it at once.
    if (silentMs === null) await endIncarnation(parts.db, parts.dialect, incarnation)
    for (;;) {
      const holds = await pendingHolds(parts.db, incarnation)
      const results = await Promise.all(holds.map((id) => expire(id, parts)))
      expired += holds.length
      // One that went to the journal is still pending: the database is away, and the next run sees it again.
      if (holds.length === 0 || results.some((result) => result.ok && result.journalled)) break
    }
  }
  return expired
}

/** By far longer than a commit of the ledger may take: its connection gives up after 15 s. */
const unknownAfterMs = 120_000

/**
 * Gives back what this process seems to hold and nobody in it knows of: a commit that stalled was told to
 * have failed, and became visible later. Answers how many holds that were.
 */
export async function expireUnknown(
  parts: ExpireParts & { readonly ledger: Pick<LedgerWriter, 'knows'> },
): Promise<number> {
  const { db, ledger, clock, incarnation } = parts
  const before = clock.now() - unknownAfterMs
  const pending = await pendingHolds(db, incarnation, { before, limit: unknownMost })
  const unknown = pending.filter((hold) => !ledger.knows(hold))
  await Promise.all(unknown.map((hold) => expire(hold, parts)))
  return unknown.length
}

/** More than a process can have open at once. */
const unknownMost = 100_000

const expire = (hold: string, { ledger, clock }: ExpireParts) =>
  ledger.submit({
    kind: 'void',
    hold,
    reason: 'its process ended',
    expired: true,
    usage: null,
    tallies: [],
    at: clock.now(),
  })
