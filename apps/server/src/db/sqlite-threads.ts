import type { DatabaseError } from './database-error.ts'
import type { QueryAnswer, SqliteRole } from './sqlite-messages.ts'
import { openThread, type SqliteThread } from './sqlite-thread.ts'
import type { Command, Result } from '@posthouse/ledger/command'

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
  readonly #readers: SqliteThread[]
  readonly #turns = new Turns()
  readonly #lost = Promise.withResolvers<DatabaseError>()
  #next = 0
  #queries = 0

  private constructor(path: string, writer: SqliteThread, readers: SqliteThread[]) {
    this.path = path
    this.#writer = writer
    this.#readers = readers
    // Whatever it had begun is lost with it, and its lock is: the process must go too.
    void writer.died.then((error) => this.#lost.resolve(error))
    for (const place of readers.keys()) this.#watch(place)
  }

  /** Settles when the file cannot be used any more. */
  get lost(): Promise<DatabaseError> {
    return this.#lost.promise
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
    const alive = this.#readers.filter(({ isAlive }) => isAlive)
    const reader = alive[this.#next % alive.length]
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

  /** A reader holds nothing that another could not: in its place comes a new one. */
  #watch(place: number): void {
    void this.#readers[place]?.died.then(async (error) => {
      try {
        this.#readers[place] = await openThread(this.path, 'reader')
        this.#watch(place)
      } catch {
        this.#lost.resolve(error)
      }
    })
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
