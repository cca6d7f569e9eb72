import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import { runBatch, runBatchSync } from '@posthouse/ledger/batch'
import type { LedgerStatements, Row, Statement } from '@posthouse/ledger/statements'
import { sqliteStatements } from '@posthouse/ledger/statements-sqlite'
import { storableText } from '@posthouse/ledger/storable-text'
import { plainError } from './database-error.ts'
import { lockDatabase } from './sqlite-lock.ts'
import { opening } from './sqlite-opening.ts'
import type {
  BatchAnswer,
  QueryAnswer,
  SqliteReply,
  SqliteRequest,
  SqliteThreadData,
} from './sqlite-messages.ts'

/*
 * The thread that has a SQLite file open. It answers one message after the other; a batch of the
 * ledger is one message and one transaction.
 */

type CachedStatement = { readonly statement: StatementSync; readonly returnsRows: boolean }
type Parameter = string | bigint | number | null | Uint8Array

const preparedMost = 500

/** How long a statement waits for others who have the file. */
const busyMs = 5_000

class SqliteThread {
  readonly #database: DatabaseSync
  readonly #lock: Disposable | null
  readonly #prepared = new Map<string, CachedStatement>()
  readonly #ledgers = new Map<string, LedgerStatements>()
  #statements = 0

  constructor({ path, role }: SqliteThreadData) {
    this.#lock = role === 'writer' ? lockDatabase(path) : null
    // From the first look at the file on: who opens it when another thread just has waits for that, too.
    this.#database = opening(path, () => openFile(path, role))
  }

  answer(request: SqliteRequest): QueryAnswer | BatchAnswer | null {
    switch (request.kind) {
      case 'query':
        return this.#query(request.sql, request.parameters)
      case 'batch':
        return this.#batch(request)
      case 'close':
        this.#database.close()
        this.#lock?.[Symbol.dispose]()
        return null
    }
  }

  #query(sql: string, parameters: readonly unknown[]): QueryAnswer {
    const { statement, returnsRows } = this.#prepare(sql)
    const bound = parameters.map(bindable)
    if (returnsRows) {
      const rows = statement.all(...bound)
      return { rows, changes: BigInt(rows.length), lastId: 0n }
    }
    const { changes, lastInsertRowid } = statement.run(...bound)
    return { rows: [], changes: BigInt(changes), lastId: BigInt(lastInsertRowid) }
  }

  #batch({ usageTable, commands }: SqliteRequest & { kind: 'batch' }): BatchAnswer {
    let ledger = this.#ledgers.get(usageTable)
    if (ledger === undefined) {
      ledger = sqliteStatements({ usageTable })
      this.#ledgers.set(usageTable, ledger)
    }
    this.#statements = 2
    this.#query('begin immediate', [])
    try {
      const results = runBatchSync(runBatch(ledger, commands), (statement) => this.#run(statement))
      this.#query('commit', [])
      return { results, statements: this.#statements }
    } catch (error) {
      // SQLite has already rolled back after some errors, a full disk among them.
      if (this.#database.isTransaction) this.#query('rollback', [])
      throw error
    }
  }

  #run({ sql, runs, returnsRows }: Statement): Row[] {
    const { statement } = this.#prepare(sql)
    const rows: Row[] = []
    this.#statements += runs.length
    for (const parameters of runs) {
      const bound = parameters as readonly Parameter[]
      if (returnsRows) for (const row of statement.all(...bound)) rows.push(row)
      else statement.run(...bound)
    }
    return rows
  }

  #prepare(sql: string): CachedStatement {
    const known = this.#prepared.get(sql)
    if (known !== undefined) return known
    const statement = this.#database.prepare(sql)
    statement.setReadBigInts(true)
    const prepared = { statement, returnsRows: statement.columns().length > 0 }
    if (this.#prepared.size >= preparedMost) this.#prepared.clear()
    this.#prepared.set(sql, prepared)
    return prepared
  }
}

function openFile(path: string, role: SqliteThreadData['role']): DatabaseSync {
  const database = new DatabaseSync(path, { readOnly: role === 'reader', timeout: busyMs })
  if (role === 'writer') database.exec('pragma journal_mode = wal')
  database.exec(
    `pragma synchronous = full; pragma foreign_keys = on;
     pragma cache_size = -65536; pragma wal_autocheckpoint = 4000; pragma temp_store = memory`,
  )
  return database
}

/** Whole numbers are bound as integers: node:sqlite would bind them as floating point. */
function bindable(value: unknown): Parameter {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : value
  if (typeof value === 'boolean') return value ? 1n : 0n
  if (typeof value === 'string') return storableText(value)
  if (value === null || typeof value === 'bigint') return value
  if (value instanceof Uint8Array) return value
  throw new TypeError(`a column cannot hold a value of type ${typeof value}`)
}

function serve(): void {
  const port = parentPort
  if (port === null) throw new Error('sqlite-worker runs as a thread')
  const attempt = (number: number, work: () => QueryAnswer | BatchAnswer | null): void => {
    let reply: SqliteReply
    try {
      reply = { number, ok: true, answer: work() }
    } catch (error) {
      reply = { number, ok: false, error: plainError(error) }
    }
    port.postMessage(reply)
  }
  let thread: SqliteThread | null = null
  attempt(0, () => {
    thread = new SqliteThread(workerData as SqliteThreadData)
    return null
  })
  port.on('message', ({ number, request }: { number: number; request: SqliteRequest }) => {
    attempt(number, () => thread?.answer(request) ?? null)
    if (request.kind === 'close') port.close()
  })
}

serve()
