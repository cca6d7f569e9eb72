import type { Settle, Void } from '../command.ts'
import { JournalFile } from './journal-file.ts'
import type { JournalHandle } from './journal-file.ts'
import { lineOf, readLine } from './journal-line.ts'
import { countRefused, keepDamaged, keepRefused } from './refused-file.ts'

/** An end of a hold. */
type Ending = Settle | Void

/** Holds that ended in the ledger: what the file has of them is done. */
type Mark = { readonly ended: readonly string[] }

/** The same as it was once written: how many commands, from the oldest on, are in the ledger. */
type CountedMark = { readonly done: number }

type Entry = { readonly command: Ending; isWritten: boolean }

/**
 * Ends of holds that could not reach the database, in a local file until they can: a line each, on disk
 * before `append` resolves. Not a log of everything: it is empty while the database answers.
 */
export class Journal {
  readonly #path: string
  readonly #file: JournalFile
  /** They wait to be replayed. */
  readonly #entries: Entry[]
  /** Holds whose mark goes out with the next line. */
  #unmarked: string[] = []
  /** Lines that could not be read when it was opened: they lie beside it, with what was refused. */
  readonly damaged: number
  /** Bytes of a last line that its process did not finish: nobody was told that it was kept. */
  readonly tornBytes: number
  #waiting: PromiseWithResolvers<void>[] = []
  #writing: Promise<void> = Promise.resolve()

  private constructor(path: string, file: JournalFile, left: Left & { tornBytes: number }) {
    this.#path = path
    this.#file = file
    this.#entries = left.commands.map((command) => ({ command, isWritten: true }))
    this.damaged = left.damaged.length
    this.tornBytes = left.tornBytes
  }

  /**
   * Opens or creates it. What was left by a process that died is there again, without what was
   * replayed. A whole line that cannot be read may be a charge: it is set aside with what was refused,
   * for a person to look at, and everything else is replayed.
   */
  static async open(
    path: string,
    openHandle?: (path: string) => Promise<JournalHandle>,
  ): Promise<Journal> {
    const { file, lines, tornBytes } = await JournalFile.open(path, openHandle)
    try {
      const left = leftIn(lines)
      await keepDamaged(path, left.damaged)
      if (left.commands.length === 0) await file.empty()
      return new Journal(path, file, { ...left, tornBytes })
    } catch (error) {
      await file.close()
      throw error
    }
  }

  /** How many commands wait to be replayed. */
  get size(): number {
    return this.#entries.length
  }

  /**
   * Resolves when the command is on disk. Appends that come together share one sync. After a
   * rejection the command waits here for as long as the process lives, and is written with the next.
   */
  append(command: Ending): Promise<void> {
    this.#entries.push({ command, isWritten: false })
    const settled = Promise.withResolvers<void>()
    this.#waiting.push(settled)
    this.#writing = this.#writing.then(() => this.#write())
    return settled.promise
  }

  /** The oldest commands, which stay until they are dropped. */
  oldest(count: number): readonly Ending[] {
    return this.#entries.slice(0, count).map(({ command }) => command)
  }

  /** Forgets the oldest commands: they are in the ledger. The file is emptied after the last. */
  async drop(count: number): Promise<void> {
    const dropped = this.#entries.splice(0, count)
    const dropping = this.#writing.then(() => this.#mark(dropped))
    // A mark that cannot be written is the loss of whoever dropped, not of those who append after it.
    this.#writing = dropping.catch(() => undefined)
    await dropping
  }

  /** Keeps a command that the ledger cannot take for a person to look at, beside the journal. */
  refuse(command: Ending, reason: string): Promise<void> {
    return keepRefused(this.#path, { reason, command })
  }

  /** How many were kept so, here and by those who had the journal before. */
  countRefused(): Promise<number> {
    return countRefused(this.#path)
  }

  async close(): Promise<void> {
    await this.#writing
    await this.#file.close()
  }

  async #write(): Promise<void> {
    const waiting = this.#waiting.splice(0)
    if (waiting.length === 0) return
    const entries = this.#entries.filter(({ isWritten }) => !isWritten)
    try {
      await this.#append(entries.map(({ command }) => command))
      for (const entry of entries) entry.isWritten = true
      for (const settled of waiting) settled.resolve()
    } catch (error) {
      const failure = new Error(`${this.#path} cannot be written: ${String(error)}`, {
        cause: error,
      })
      for (const settled of waiting) settled.reject(failure)
    }
  }

  async #mark(dropped: readonly Entry[]): Promise<void> {
    if (this.#entries.length === 0) {
      this.#unmarked = []
      return await this.#file.empty()
    }
    const ended = dropped.filter(({ isWritten }) => isWritten)
    for (const { command } of ended) this.#unmarked.push(command.hold)
    if (ended.length > 0) await this.#append([])
  }

  /** With the mark of what has ended since the last line. */
  async #append(commands: readonly Ending[]): Promise<void> {
    const ended = [...this.#unmarked]
    const lines: (Ending | Mark)[] = ended.length === 0 ? [...commands] : [{ ended }, ...commands]
    if (lines.length === 0) return
    await this.#file.append(lines.map(lineOf).join(''))
    this.#unmarked = this.#unmarked.slice(ended.length)
  }
}

/** What a writer needs of a journal. */
export type JournalPort = Pick<
  Journal,
  | 'size'
  | 'damaged'
  | 'tornBytes'
  | 'append'
  | 'oldest'
  | 'drop'
  | 'refuse'
  | 'countRefused'
  | 'close'
>

/** For a process that delivers nothing: what it does not get into the database has not happened. */
export const noJournal: JournalPort = {
  size: 0,
  damaged: 0,
  tornBytes: 0,
  append: () => Promise.reject(new Error('there is no journal')),
  oldest: () => [],
  drop: () => Promise.resolve(),
  refuse: () => Promise.reject(new Error('there is no journal')),
  countRefused: () => Promise.resolve(0),
  close: () => Promise.resolve(),
}

type Left = { readonly commands: readonly Ending[]; readonly damaged: readonly string[] }

/**
 * The commands of the lines, less those that a mark says are done. Where a line is damaged, nobody can tell
 * any more which a counted mark means: all of them come again, and what is in the ledger is charged once.
 */
function leftIn(lines: readonly string[]): Left {
  const commands: Ending[] = []
  const damaged: string[] = []
  const ended = new Set<string>()
  let done = 0
  for (const line of lines) {
    const entry = entryOf(line)
    if (entry === null) damaged.push(line)
    else if ('done' in entry) done += entry.done
    else if ('ended' in entry) for (const hold of entry.ended) ended.add(hold)
    else commands.push(entry)
  }
  const left = damaged.length === 0 ? commands.slice(done) : commands
  return { commands: left.filter(({ hold }) => !ended.has(hold)), damaged }
}

/** Null: it is not as it was written. */
function entryOf(line: string): Ending | Mark | CountedMark | null {
  try {
    return readLine(line) as Ending | Mark | CountedMark
  } catch {
    return null
  }
}
