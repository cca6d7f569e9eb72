import { Worker } from 'node:worker_threads'
import { DatabaseError } from './database-error.ts'
import type {
  QueryAnswer,
  SqliteAnswer,
  SqliteReply,
  SqliteRequest,
  SqliteRole,
} from './sqlite-messages.ts'
import type { Command, Result } from '@posthouse/ledger/command'

/** One thread with the file open, seen from the main thread. */
class SqliteThread {
  readonly #worker: Worker
  readonly #waiting = new Map<number, PromiseWithResolvers<unknown>>()
  #number = 0
  #closed: DatabaseError | null = null
  readonly opened: Promise<unknown>

  constructor(path: string, role: SqliteRole) {
    this.#worker = new Worker(new URL('./sqlite-worker.ts', import.meta.url), {
      workerData: { path, role },
      name: `sqlite-${role}`,
    })
    const opened = Promise.withResolvers<unknown>()
    this.#waiting.set(0, opened)
    this.opened = opened.promise
    this.#worker.on('message', (reply: SqliteReply) => this.#receive(reply))
    this.#worker.on('error', (error) => this.#end(error.message))
    this.#worker.on('exit', () => this.#end('the database is closed'))
  }

  async ask<R extends SqliteRequest>(request: R): Promise<SqliteAnswer<R>> {
    if (this.#closed !== null) throw this.#closed
    const waiting = Promise.withResolvers<unknown>()
    this.#number += 1
    this.#waiting.set(this.#number, waiting)
    this.#worker.postMessage({ number: this.#number, request })
    return (await waiting.promise) as SqliteAnswer<R>
  }

  async close(): Promise<void> {
    if (this.#closed === null) await this.ask({ kind: 'close' })
    await this.#worker.terminate()
  }

  #receive(reply: SqliteReply): void {
    const waiting = this.#waiting.get(reply.number)
    this.#waiting.delete(reply.number)
    if (reply.ok) waiting?.resolve(reply.answer)
    else waiting?.reject(new DatabaseError(reply.error.code, reply.error.message))
  }

  #end(message: string): void {
    this.#closed ??= new DatabaseError('DATABASE_CLOSED', message)
    for (const waiting of this.#waiting.values()) waiting.reject(this.#closed)
    this.#waiting.clear()
  }
}

/** Who has the writer. First come, first served; a transaction keeps it until it ends. */
class Turns {
  #last: Promise<void> = Promise.resolve()

  async take(): Promise<() => void> {
    const before = this.#last
    const turn = Promise.withResolvers<void>()
    this.#last = turn.promise
    await before
    return turn.resolve
  }
}

/**
 * A SQLite file behind one writer thread and two reader threads. The main thread never opens it:
 * a slow disk or a long report delays no stream.
 */
export class SqliteThreads {
  readonly path: string
  readonly #writer: SqliteThread
  readonly #readers: readonly SqliteThread[]
  readonly #turns = new Turns()
  #next = 0
  #queries = 0

  private constructor(path: string, writer: SqliteThread, readers: readonly SqliteThread[]) {
    this.path = path
    this.#writer = writer
    this.#readers = readers
  }

  static async open(path: string): Promise<SqliteThreads> {
    await using opened = new AsyncDisposableStack()
    const open = async (role: SqliteRole): Promise<SqliteThread> =>
      opened.adopt(await openThread(path, role), (thread) => thread.close())
    // The writer first: it takes the lock and makes the file that readers expect.
    const writer = await open('writer')
    const readers = [await open('reader'), await open('reader')]
    opened.move()
    return new SqliteThreads(path, writer, readers)
  }

  queries(): number {
    return this.#queries
  }

  /** Waits for the writer and keeps it. Whoever takes it must call what is returned. */
  takeWriter(): Promise<() => void> {
    return this.#turns.take()
  }

  /** For those who have taken the writer. */
  write(sql: string, parameters: readonly unknown[]): Promise<QueryAnswer> {
    this.#queries += 1
    return this.#writer.ask({ kind: 'query', sql, parameters })
  }

  async read(sql: string, parameters: readonly unknown[]): Promise<QueryAnswer> {
    this.#queries += 1
    this.#next += 1
    const reader = this.#readers[this.#next % this.#readers.length]
    return await (reader ?? this.#writer).ask({ kind: 'query', sql, parameters })
  }

  async batch(usageTable: string, commands: readonly Command[]): Promise<readonly Result[]> {
    const release = await this.takeWriter()
    try {
      const { results, statements } = await this.#writer.ask({
        kind: 'batch',
        usageTable,
        commands,
      })
      this.#queries += statements
      return results
    } finally {
      release()
    }
  }

  /** Copies the file as it is now, in a thread of its own: neither writer nor readers wait. */
  async copyTo(target: string): Promise<void> {
    const thread = await openThread(this.path, 'reader')
    try {
      this.#queries += 1
      await thread.ask({ kind: 'query', sql: 'vacuum into ?', parameters: [target] })
    } finally {
      await thread.close()
    }
  }

  /** Readers first: the last to close folds the write-ahead log into the file. */
  async close(): Promise<void> {
    const release = await this.takeWriter()
    try {
      await Promise.all(this.#readers.map((reader) => reader.close()))
      await this.#writer.close()
    } finally {
      release()
    }
  }
}

async function openThread(path: string, role: SqliteRole): Promise<SqliteThread> {
  const thread = new SqliteThread(path, role)
  try {
    await thread.opened
    return thread
  } catch (error) {
    await thread.close()
    throw error
  }
}
