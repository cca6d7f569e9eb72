import type { LedgerReader } from '@posthouse/ledger/reader'
import { countDamaged, countRefused, journalsWithRefused } from '@posthouse/ledger/refused-file'
import { refusedElsewhere, silentMs } from '@posthouse/ledger/incarnation'
import { type Kysely, sql } from 'kysely'
import type { DatabaseDialect } from '../db/connection.ts'
import type { Tables } from '../db/tables.ts'
import type { Clock } from '../lib/clock.ts'
import { archivedUntil } from '../domain/usage-log/archive-log.ts'
import { cleanedSpans } from '../domain/usage-log/clean-log.ts'
import { examineArchives } from './examine-archives.ts'
import { examinePrices } from './examine-prices.ts'
import { type Finding, findingOf, namedMost, type RowCheck } from './finding.ts'
import { rowChecks } from './row-checks.ts'

const hourMs = 3_600_000

export type BooksParts = {
  readonly db: Kysely<Tables>
  readonly dialect: DatabaseDialect
  readonly reader: LedgerReader
  readonly clock: Clock
  /** Where the journals of this machine lie, and beside them what was refused. */
  readonly dataFolder: string
}

export type ElsewhereParts = Pick<BooksParts, 'db' | 'dialect' | 'dataFolder'>

/** Recomputes the books from their rows and names every difference. Changes nothing. */
export async function examineBooks(parts: BooksParts): Promise<Finding[]> {
  const findings = [...(await examineBalances(parts.reader))]
  // One after the other: each reads everything, and others want to be served meanwhile.
  const [archived, spans] = await Promise.all([archivedUntil(parts.db), cleanedSpans(parts.db)])
  const since = Math.max(archived, ...spans.map(({ until }) => Math.ceil(until / hourMs) * hourMs))
  for (const check of rowChecks(parts.clock.now(), since, parts.dialect))
    findings.push(await examineRows(parts.db, check))
  const prices = await examinePrices(parts.db)
  const archives = await examineArchives(parts.db, since, spans)
  return [...findings, ...prices, ...archives, ...(await examineRefused(parts.dataFolder))]
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

async function examineRows(db: Kysely<Tables>, { rows, ...words }: RowCheck): Promise<Finding> {
  // Materialized, or PostgreSQL before 18 plans for the first rows only and compares each with each.
  const { rows: found } = await sql<{ id: string; total: bigint }>`
    with wrong_rows as materialized (${rows})
    select id, (select count(*) from wrong_rows) as total from wrong_rows
    order by id limit ${namedMost}`.execute(db)
  return findingOf(
    words,
    Number(found[0]?.total ?? 0n),
    found.map(({ id }) => id),
  )
}

/**
 * What living nodes told of and is not on this machine. To be asked before anything is replayed: they tell with their
 * next sign of life.
 */
export async function examineElsewhere({
  db,
  dialect,
  dataFolder,
}: ElsewhereParts): Promise<Finding[]> {
  // A SQLite file has one process, and its journal is here.
  if (dialect === 'sqlite') return []
  const told = await refusedElsewhere(db, dialect, { own: '', silentMs })
  const here = await refusedHere(dataFolder)
  if (told <= here) return []
  const text = `refused settlements on other machines: ${told - here}; type there: npm run posthouse -- doctor`
  return [{ ok: false, text }]
}

async function refusedHere(dataFolder: string): Promise<number> {
  const journals = await journalsWithRefused(dataFolder)
  const counts = await Promise.all(journals.map(countRefused))
  return counts.reduce((sum, count) => sum + count, 0)
}

async function examineRefused(dataFolder: string): Promise<Finding[]> {
  const journals = await journalsWithRefused(dataFolder)
  const countAll = async (count: (journal: string) => Promise<number>): Promise<number> =>
    (await Promise.all(journals.map(count))).reduce((sum, own) => sum + own, 0)
  const [all, damaged] = await Promise.all([countAll(countRefused), countAll(countDamaged)])
  const refused = all - damaged
  return [
    refused === 0
      ? { ok: true, text: 'no settlement was refused' }
      : {
          ok: false,
          text: `refused settlements: ${refused}; to charge them: npm run posthouse -- doctor --replay`,
        },
    damaged === 0
      ? { ok: true, text: 'no line of a journal is damaged' }
      : {
          ok: false,
          text: `damaged lines of a journal: ${damaged}, in ${dataFolder}/*.refused; each may be a charge: look at them, then: npm run posthouse -- doctor --dismiss`,
        },
  ]
}
