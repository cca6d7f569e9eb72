import { type Kysely, PostgresDialect } from 'kysely'
import { Journal, noJournal } from '@posthouse/ledger/journal'
import { LedgerReader } from '@posthouse/ledger/reader'
import { type LedgerPort, LedgerWriter, type WriterOptions } from '@posthouse/ledger/writer'
import type { LedgerTables } from '@posthouse/ledger/tables'
import { type DatabaseError, isUnavailable } from './database-error.ts'
import { type MoveWithin, moveWithin } from './move-within.ts'
import { lockJournal } from './sqlite-lock.ts'
import { SqliteThreadsDialect } from './sqlite-driver.ts'
import { SqliteThreads } from './sqlite-threads.ts'
import type { Tables } from './tables.ts'
import { GuardedKysely, refuseBeside } from './transactions.ts'

export type DatabaseDialect = 'sqlite' | 'postgres'

export type DatabaseConfig = {
  /** `sqlite:path`, `file:path` or a plain path; `postgres://…` or `postgresql://…`. */
  readonly url: string
  /** Connections to PostgreSQL beside the ledger's own. */
  readonly poolMost?: number
}

export type LedgerOptions = Pick<WriterOptions, 'onProblem' | 'replayDelayMs'> & {
  /** A local file, one for each process; null for a process that delivers nothing. */
  readonly journalPath: string | null
}

export type Ledger = {
  readonly writer: LedgerWriter
  readonly reader: LedgerReader
  /** Moves money in a transaction of the caller's: both happen, or neither. */
  readonly within: MoveWithin
}

/** The open database. Closing it closes the ledgers opened from it first. */
export type Database = {
  readonly kysely: Kysely<Tables>
  readonly dialect: DatabaseDialect
  /** The SQLite file; null on PostgreSQL. */
  readonly file: string | null
  readonly ledger: (options: LedgerOptions) => Promise<Ledger>
  /**
   * Settles when a SQLite file cannot be used any more, because the thread that writes it died: the
   * process has to end. PostgreSQL comes back by itself.
   */
  readonly lost: Promise<DatabaseError>
  /** Statements executed so far, those of the threads included. */
  readonly queries: () => number
  /** Copies a SQLite file as it is now. Rejects on PostgreSQL, which has tools of its own. */
  readonly copyTo: (target: string) => Promise<void>
  readonly close: () => Promise<void>
}

const usageTable = 'usage_log'

export async function openDatabase(config: DatabaseConfig): Promise<Database> {
  return isPostgres(config.url) ? await openPostgres(config) : await openSqlite(config)
}

export const isPostgres = (url: string): boolean => /^postgres(ql)?:/.test(url)

/** The path of the SQLite file that a URL names. */
export function sqlitePath(url: string): string {
  const path = url.replace(/^(sqlite|file):(\/\/(?=\/))?/, '')
  if (path === '' || path === ':memory:') {
    throw new Error('SQLite needs a file: several threads cannot share one in memory')
  }
  return path
}

async function openSqlite({ url }: DatabaseConfig): Promise<Database> {
  const threads = await SqliteThreads.open(sqlitePath(url))
  const kysely = new GuardedKysely({ dialect: new SqliteThreadsDialect(threads) })
  const ledgers = new Ledgers(kysely, 'sqlite', (commands) => threads.batch(usageTable, commands))
  return {
    kysely,
    dialect: 'sqlite',
    file: threads.path,
    lost: threads.lost,
    ledger: (options) => ledgers.open(options),
    queries: () => threads.queries(),
    copyTo: (target) => threads.copyTo(target),
    close: async () => {
      await ledgers.close()
      await kysely.destroy()
      await threads.close()
    },
  }
}

/** Its client is loaded only where it is used: most installations have none. */
async function openPostgres({ url, poolMost = 10 }: DatabaseConfig): Promise<Database> {
  const { PostgresConnections } = await import('./postgres.ts')
  const connections = new PostgresConnections(url, poolMost)
  const pool = connections.kyselyPool()
  const kysely = new GuardedKysely({ dialect: new PostgresDialect({ pool }) })
  const ledgers = new Ledgers(kysely, 'postgres', connections.batches(usageTable))
  return {
    kysely,
    dialect: 'postgres',
    file: null,
    lost: new Promise(() => undefined),
    ledger: (options) => ledgers.open(options),
    queries: () => connections.queries(),
    copyTo: () => Promise.reject(new Error('use pg_dump to copy a PostgreSQL database')),
    close: async () => {
      await ledgers.close()
      await kysely.destroy()
      await connections.close()
    },
  }
}

class Ledgers {
  readonly #kysely: Kysely<Tables>
  readonly #dialect: DatabaseDialect
  readonly #run: LedgerPort['run']
  readonly #writers: LedgerWriter[] = []
  readonly #locks: Disposable[] = []

  constructor(kysely: Kysely<Tables>, dialect: DatabaseDialect, run: LedgerPort['run']) {
    this.#kysely = kysely
    this.#dialect = dialect
    this.#run = run
  }

  async open({ journalPath, ...options }: LedgerOptions): Promise<Ledger> {
    // Whoever has a SQLite file open has its journal alone.
    if (journalPath !== null && this.#dialect === 'postgres') {
      this.#locks.push(lockJournal(journalPath))
    }
    const journal = journalPath === null ? noJournal : await Journal.open(journalPath)
    const writer = new LedgerWriter({
      ...options,
      journal,
      run: this.#run,
      isUnavailable,
      guard: () => refuseBeside('a command of the ledger'),
    })
    this.#writers.push(writer)
    const tables = this.#kysely.$pickTables<keyof LedgerTables>()
    return {
      writer,
      reader: new LedgerReader(tables, this.#dialect),
      within: moveWithin(this.#dialect, usageTable),
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.#writers.map((writer) => writer.close()))
    for (const lock of this.#locks) lock[Symbol.dispose]()
  }
}
