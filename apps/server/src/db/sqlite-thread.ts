import { Worker } from 'node:worker_threads'
import { DatabaseError } from './database-error.ts'
import type { SqliteAnswer, SqliteReply, SqliteRequest, SqliteRole } from './sqlite-messages.ts'

/** One thread with the file open, seen from the main thread. */
export class SqliteThread {
  readonly #worker: Worker
  readonly #waiting = new Map<number, PromiseWithResolvers<unknown>>()
  #number = 0
  #closed: DatabaseError | null = null
  #closing = false
  readonly #died = Promise.withResolvers<DatabaseError>()
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

  /** Settles when it ended and nobody had closed it: its memory ran out, or a bug ended it. */
  get died(): Promise<DatabaseError> {
    return this.#died.promise
  }

  get isAlive(): boolean {
    return this.#closed === null
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
    this.#closing = true
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
    if (!this.#closing) this.#died.resolve(this.#closed)
  }
}

/** Resolves when it has the file open. */
export async function openThread(path: string, role: SqliteRole): Promise<SqliteThread> {
  const thread = new SqliteThread(path, role)
  try {
    await thread.opened
    return thread
  } catch (error) {
    await thread.close()
    throw error
  }
}
