import {
  CompiledQuery,
  type DatabaseConnection,
  type DatabaseIntrospector,
  type Dialect,
  type DialectAdapter,
  type Driver,
  type Kysely,
  type QueryCompiler,
  type QueryResult,
  RawNode,
  SelectQueryNode,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import { readsOnly } from './sql-text.ts'
import type { SqliteThreads } from './sqlite-threads.ts'
import { refuseBeside, TransactionOver } from './transactions.ts'

/** Kysely's side of the SQLite threads. */
export class SqliteThreadsDialect implements Dialect {
  readonly #threads: SqliteThreads

  constructor(threads: SqliteThreads) {
    this.#threads = threads
  }

  createAdapter(): DialectAdapter {
    return new SqliteThreadsAdapter()
  }

  createDriver(): Driver {
    return new SqliteThreadsDriver(this.#threads)
  }

  createIntrospector(database: Kysely<unknown>): DatabaseIntrospector {
    return new SqliteIntrospector(database)
  }

  createQueryCompiler(): QueryCompiler {
    return new SqliteQueryCompiler()
  }
}

/** Readers beside a transaction are what the threads are for; Kysely would queue them. */
class SqliteThreadsAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true
  }
}

class SqliteThreadsDriver implements Driver {
  readonly #threads: SqliteThreads

  constructor(threads: SqliteThreads) {
    this.#threads = threads
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<SqliteThreadsConnection> {
    return new SqliteThreadsConnection(this.#threads)
  }

  async beginTransaction(connection: SqliteThreadsConnection): Promise<void> {
    await connection.begin()
  }

  async commitTransaction(connection: SqliteThreadsConnection): Promise<void> {
    await connection.commit()
  }

  async rollbackTransaction(connection: SqliteThreadsConnection): Promise<void> {
    await connection.rollback()
  }

  async savepoint(connection: SqliteThreadsConnection, name: string): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw(`savepoint "${name}"`))
  }

  async rollbackToSavepoint(connection: SqliteThreadsConnection, name: string): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw(`rollback to "${name}"`))
  }

  async releaseSavepoint(connection: SqliteThreadsConnection, name: string): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw(`release "${name}"`))
  }

  async releaseConnection(connection: SqliteThreadsConnection): Promise<void> {
    await connection.rollback()
  }

  async destroy(): Promise<void> {}
}

/** Not a connection of its own: inside a transaction it is the writer, outside whoever is free. */
class SqliteThreadsConnection implements DatabaseConnection {
  readonly #threads: SqliteThreads
  #release: (() => void) | null = null
  /** Its transaction has ended. */
  #isOver = false

  constructor(threads: SqliteThreads) {
    this.#threads = threads
  }

  async begin(): Promise<void> {
    const release = await this.#threads.takeWriter()
    try {
      await this.#threads.write('begin immediate', [])
      this.#release = release
    } catch (error) {
      release()
      throw error
    }
  }

  async commit(): Promise<void> {
    this.#isOver = true
    await this.#threads.write('commit', [])
    this.#letGo()
  }

  /** Also after a commit that failed, and when there is nothing to roll back. */
  async rollback(): Promise<void> {
    if (this.#release === null) return
    this.#isOver = true
    // After some errors, a full disk among them, SQLite has rolled back by itself and says so here;
    // what the caller should hear of is the error before.
    await this.#threads.write('rollback', []).catch(() => undefined)
    this.#letGo()
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#isOver) throw new TransactionOver()
    const { sql, parameters } = query
    if (this.#release !== null) return resultOf(await this.#threads.write(sql, parameters))
    if (onlyReads(query)) return resultOf(await this.#threads.read(sql, parameters))
    refuseBeside('a write')
    const release = await this.#threads.takeWriter()
    try {
      return resultOf(await this.#threads.write(sql, parameters))
    } finally {
      release()
    }
  }

  async *streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    yield await this.executeQuery<R>(query)
  }

  #letGo(): void {
    this.#release?.()
    this.#release = null
  }
}

function onlyReads({ query, sql }: CompiledQuery): boolean {
  if (SelectQueryNode.is(query)) return true
  return RawNode.is(query) && readsOnly(sql)
}

const resultOf = <R>(answer: {
  readonly rows: unknown[]
  readonly changes: bigint
  readonly lastId: bigint
}): QueryResult<R> => ({
  rows: answer.rows as R[],
  numAffectedRows: answer.changes,
  insertId: answer.lastId,
})
