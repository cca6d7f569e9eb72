import { sql } from 'kysely'
import type { Kysely, Transaction } from 'kysely'
import { backUp } from './backup.ts'
import type { Database, DatabaseDialect } from './connection.ts'
import { start } from './migrations/0001-start.ts'
import { undo } from './migrations/0002-undo.ts'
import { responses } from './migrations/0003-responses.ts'
import { background } from './migrations/0004-background.ts'
import { keptBytes } from './migrations/0005-kept-bytes.ts'
import { runEvents } from './migrations/0006-run-events.ts'
import { doubts } from './migrations/0007-doubts.ts'
import { debts } from './migrations/0008-debts.ts'
import { testFailure } from './migrations/0009-test-failure.ts'
import { nodeForms } from './migrations/0010-node-forms.ts'
import { logArchives } from './migrations/0011-log-archives.ts'
import { refused } from './migrations/0012-refused.ts'
import { archivedLosses } from './migrations/0013-archived-losses.ts'
import { archiveChecksum } from './migrations/0014-archive-checksum.ts'
import { holdExtensions } from './migrations/0015-hold-extensions.ts'
import { holdTask } from './migrations/0016-hold-task.ts'
import { nodeRollup } from './migrations/0017-node-rollup.ts'
import { latencyRollup } from './migrations/0018-latency-rollup.ts'
import { failureRollup } from './migrations/0019-failure-rollup.ts'
import { outbox } from './migrations/0020-outbox.ts'
import { meterRollup } from './migrations/0021-meter-rollup.ts'
import { limitsSet } from './migrations/0022-limits-set.ts'
import type { Tables } from './tables.ts'
import { withoutDeadline } from './transactions.ts'

export type Migration = {
  readonly number: number
  readonly name: string
  readonly up: (database: Kysely<unknown>, dialect: DatabaseDialect) => Promise<void>
}

/** In order, numbers without gaps. What was released is never edited: add another. */
export const migrations: readonly Migration[] = [
  { number: 1, name: 'start', up: start },
  { number: 2, name: 'undo', up: undo },
  { number: 3, name: 'responses', up: responses },
  { number: 4, name: 'background', up: background },
  { number: 5, name: 'kept-bytes', up: keptBytes },
  { number: 6, name: 'run-events', up: runEvents },
  { number: 7, name: 'doubts', up: doubts },
  { number: 8, name: 'debts', up: debts },
  { number: 9, name: 'test-failure', up: testFailure },
  { number: 10, name: 'node-forms', up: nodeForms },
  { number: 11, name: 'log-archives', up: logArchives },
  { number: 12, name: 'refused', up: refused },
  { number: 13, name: 'archived-losses', up: archivedLosses },
  { number: 14, name: 'archive-checksum', up: archiveChecksum },
  { number: 15, name: 'hold-extensions', up: holdExtensions },
  { number: 16, name: 'hold-task', up: holdTask },
  { number: 17, name: 'node-rollup', up: nodeRollup },
  { number: 18, name: 'latency-rollup', up: latencyRollup },
  { number: 19, name: 'failure-rollup', up: failureRollup },
  { number: 20, name: 'outbox', up: outbox },
  { number: 21, name: 'meter-rollup', up: meterRollup },
  { number: 22, name: 'limits-set', up: limitsSet },
]

export type MigrationReport = {
  readonly applied: readonly string[]
  /** Where a copy of the SQLite file was kept, when there was something to keep. */
  readonly copy: string | null
}

/** This code does not know the schema: a newer version has migrated it. */
export class SchemaTooNew extends Error {
  override readonly name = 'SchemaTooNew'
}

const lockKey = 7_046_029_254_386_353n

/**
 * Brings the schema up to date: all that is missing in one transaction, or nothing. Nodes that start
 * together wait for each other. Nothing to do is the usual case.
 */
export async function migrate(
  database: Database,
  list: readonly Migration[] = migrations,
): Promise<MigrationReport> {
  const { kysely, dialect, file } = database
  const before = await versionOf(kysely, dialect)
  const [first] = missingAfter(before, list)
  if (first === undefined) return { applied: [], copy: null }
  const copy = file === null || before === 0 ? null : `${file}.before-${first.number}`
  if (copy !== null) await backUp(database, copy)

  const applied = await withoutDeadline(() =>
    kysely.transaction().execute(async (transaction) => {
      if (dialect === 'postgres') {
        await sql`select pg_advisory_xact_lock(${lockKey}::bigint)`.execute(transaction)
      }
      // Another node may have been faster.
      const missing = missingAfter(await versionOf(transaction, dialect), list)
      for (const migration of missing) await applyMigration(transaction, dialect, migration)
      return missing.map(({ number, name }) => `${String(number).padStart(4, '0')}-${name}`)
    }),
  )
  return { applied, copy }
}

/** For those who only use the schema. Throws where the server has yet to bring it up to date. */
export async function requireMigrated({ kysely, dialect }: Database): Promise<void> {
  const version = await versionOf(kysely, dialect)
  if (missingAfter(version, migrations).length === 0) return
  throw new Error(
    `The database has schema ${version}; this version needs ${migrations.at(-1)?.number ?? 0}. ` +
      'Start the server once: it migrates the database.',
  )
}

/** The number of the last migration applied; 0 for an empty database. */
export async function versionOf(
  database: Kysely<Tables>,
  dialect: DatabaseDialect,
): Promise<number> {
  const { rows: tables } =
    dialect === 'sqlite'
      ? await sql`select 1 from sqlite_master where name = 'schema_migrations'`.execute(database)
      : await sql`select 1 where to_regclass('schema_migrations') is not null`.execute(database)
  if (tables.length === 0) return 0
  const { rows } = await sql<{ number: bigint | null }>`
    select max(number) as number from schema_migrations`.execute(database)
  return Number(rows[0]?.number ?? 0n)
}

function missingAfter(version: number, list: readonly Migration[]): readonly Migration[] {
  const newest = list.at(-1)?.number ?? 0
  if (version > newest) {
    throw new SchemaTooNew(
      `The database has schema ${version}; this version of Posthouse knows ${newest}. ` +
        'Start the newer version, or restore the copy that it kept before it migrated.',
    )
  }
  return list.filter(({ number }) => number > version)
}

async function applyMigration(
  transaction: Transaction<Tables>,
  dialect: DatabaseDialect,
  { number, name, up }: Migration,
): Promise<void> {
  await sql`create table if not exists schema_migrations
    (number bigint primary key, name text not null, applied_at bigint not null)`.execute(
    transaction,
  )
  await up(transaction.withoutPlugins().$pickTables<never>(), dialect)
  await sql`insert into schema_migrations (number, name, applied_at)
    values (${number}, ${name}, ${Date.now()})`.execute(transaction)
}
