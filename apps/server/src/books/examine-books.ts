import type { LedgerReader } from '@posthouse/ledger/reader'
import { countRefused, journalsWithRefused } from '@posthouse/ledger/refused-file'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'
import type { Clock } from '../lib/clock.ts'
import { archivedUntil } from '../usage-log/archive-log.ts'
import { type RowCheck, rowChecks } from './row-checks.ts'

export type Finding = { readonly ok: boolean; readonly text: string }

export type BooksParts = {
  readonly db: Kysely<Tables>
  readonly reader: LedgerReader
  readonly clock: Clock
  /** Where the journals of this machine lie, and beside them what was refused. */
  readonly dataFolder: string
}

/** So many rows are named of each check that finds any. */
const namedMost = 3

/** Recomputes the books from their rows and names every difference. Changes nothing. */
export async function examineBooks(parts: BooksParts): Promise<Finding[]> {
  const findings = [...(await examineBalances(parts.reader))]
  // One after the other: each reads everything, and others want to be served meanwhile.
  const since = await archivedUntil(parts.db)
  for (const check of rowChecks(parts.clock.now(), since))
    findings.push(await examineRows(parts.db, check))
  return [...findings, await examineRefused(parts.dataFolder)]
}

async function examineBalances(reader: LedgerReader): Promise<Finding[]> {
  const [sums, differences] = await Promise.all([reader.sums(), reader.differences()])
  return [
    ...sums.map(({ ledger, debits, credits }) => ({
      ok: debits === credits,
      text: `ledger ${ledger}: debits ${debits}, credits ${credits}`,
    })),
    ...differences.map(({ account, figure, stored, derived }) => ({
      ok: false,
      text: `${account}: ${figure} is ${stored}, its rows give ${derived}`,
    })),
    ...(differences.length === 0
      ? [{ ok: true, text: 'every balance equals the fold of its transfers' }]
      : []),
  ]
}

async function examineRows(db: Kysely<Tables>, { rows, fine, wrong }: RowCheck): Promise<Finding> {
  const found = await sql<{ id: string; total: bigint }>`
    select id, count(*) over () as total from (${rows}) as wrong_rows order by id limit ${namedMost}`
    .execute(db)
    .then((answer) => answer.rows)
  const [first] = found
  if (first === undefined) return { ok: true, text: fine }
  const rest = Number(first.total) - found.length
  const names = found.map(({ id }) => id).join(', ')
  return { ok: false, text: `${wrong}: ${first.total} (${names}${rest > 0 ? ' …' : ''})` }
}

async function examineRefused(dataFolder: string): Promise<Finding> {
  const journals = await journalsWithRefused(dataFolder)
  const counts = await Promise.all(journals.map((journal) => countRefused(journal)))
  const refused = counts.reduce((sum, count) => sum + count, 0)
  return refused === 0
    ? { ok: true, text: 'no settlement was refused' }
    : {
        ok: false,
        text: `refused settlements: ${refused}; to charge them: npm run posthouse -- doctor --replay`,
      }
}
