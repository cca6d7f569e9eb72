import pg from 'pg'
import type { PoolClient, PoolConfig } from 'pg'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import { runBatch, runBatchAsync } from '@posthouse/ledger/batch'
import type { Command, Result } from '@posthouse/ledger/command'
import type { LedgerStatements, Row, Statement } from '@posthouse/ledger/statements'
import { postgresStatements } from '@posthouse/ledger/statements-postgres'
import { storableValue } from '@posthouse/ledger/storable-text'
import { readsOnly } from './sql-text.ts'
import { refuseBeside, TransactionOver } from './transactions.ts'

/** Integers are bigint, and so are sums of them, which PostgreSQL calls numeric. */
const parsers: Readonly<Record<number, (text: string) => unknown>> = {
  20: BigInt,
  21: BigInt,
  23: BigInt,
  1700: (text) => (/^-?\d+$/.test(text) ? BigInt(text) : Number(text)),
}

const types: NonNullable<PoolConfig['types']> = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    (format === 'binary' ? undefined : parsers[oid]) ??
    pg.types.getTypeParser(oid, format ?? 'text')) as typeof pg.types.getTypeParser,
}

const attemptsMost = 5

/**
 * A PostgreSQL database: a pool for Kysely, and one connection of its own for the ledger, so that no
 * report can keep a charge waiting for a connection.
 */
export class PostgresConnections {
  readonly #pool: pg.Pool
  readonly #ledgerPool: pg.Pool
  readonly #names = new Map<string, string>()
  #queries = 0

  constructor(url: string, most: number) {
    const options = {
      connectionString: url,
      types,
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
    }
    this.#pool = new pg.Pool({ ...options, max: most })
    this.#ledgerPool = new pg.Pool({ ...options, max: 1, query_timeout: 15_000 })
    for (const pool of [this.#pool, this.#ledgerPool]) surviveCuts(pool)
  }

  queries(): number {
    return this.#queries
  }

  /** The pool as Kysely wants it, counting what goes through it. */
  kyselyPool(): PostgresPool {
    return {
      options: {},
      connect: async () => this.#counting(await this.#pool.connect()),
      end: () => this.#pool.end(),
    }
  }

  batches(usageTable: string): (commands: readonly Command[]) => Promise<readonly Result[]> {
    const statements = postgresStatements({ usageTable })
    return async (commands) => {
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await this.#batch(statements, commands)
        } catch (error) {
          if (attempt === attemptsMost || !isConflict(error)) throw error
        }
      }
    }
  }

  async close(): Promise<void> {
    await this.#ledgerPool.end()
  }

  async #batch(
    statements: LedgerStatements,
    commands: readonly Command[],
  ): Promise<readonly Result[]> {
    const client = await this.#ledgerPool.connect()
    let broken = true
    try {
      await this.#ask(client, 'begin')
      const results = await runBatchAsync(runBatch(statements, commands), (statement) =>
        this.#run(client, statement),
      )
      await this.#ask(client, 'commit')
      broken = false
      return results
    } catch (error) {
      await this.#ask(client, 'rollback').then(
        () => (broken = false),
        () => undefined,
      )
      throw error
    } finally {
      client.release(broken)
    }
  }

  async #run(client: PoolClient, { sql, runs }: Statement): Promise<Row[]> {
    const rows: Row[] = []
    for (const values of runs) {
      this.#queries += 1
      const answer = await client.query<Row>({
        name: this.#nameOf(sql),
        text: sql,
        values: [...values],
      })
      for (const row of answer.rows) rows.push(row)
    }
    return rows
  }

  async #ask(client: PoolClient, sql: string): Promise<void> {
    this.#queries += 1
    await client.query(sql)
  }

  #nameOf(sql: string): string {
    const name = this.#names.get(sql) ?? `ledger_${this.#names.size + 1}`
    this.#names.set(sql, name)
    return name
  }

  #counting(client: PoolClient): PostgresPoolClient {
    let isOpen = false
    let isOver = false
    const counted: Pick<PostgresPoolClient, 'release'> & { query: unknown } = {
      release: (destroy) => {
        isOver = true
        client.release(destroy)
      },
      query: async (sql: string, parameters?: readonly unknown[]) => {
        const isOpenAfter = transactionAfter(sql)
        if (isOver && isOpenAfter === null) throw new TransactionOver()
        if (!isOpen && !readsOnly(sql)) refuseBeside('a write')
        if (isOpenAfter !== null) isOver = !isOpenAfter
        isOpen = isOpenAfter ?? isOpen
        this.#queries += 1
        return client.query(sql, parameters?.map(storableValue))
      },
    }
    return counted as PostgresPoolClient
  }
}

/** Whether a transaction is open after this statement; null where the statement says nothing about it. */
function transactionAfter(sql: string): boolean | null {
  if (/^(begin|start transaction)\b/i.test(sql)) return true
  return /^(commit|rollback)$/i.test(sql) ? false : null
}

/**
 * A connection that is cut says so with an event, which ends the process when nobody listens: the
 * pool does while it is idle, we must while it is in use. Whoever waits for an answer gets the error.
 */
function surviveCuts(pool: pg.Pool): void {
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
}

/** Two nodes waited for each other: nothing was written, and the same batch may go again. */
const isConflict = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && (error.code === '40P01' || error.code === '40001')
