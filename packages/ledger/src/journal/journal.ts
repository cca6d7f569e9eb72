import type { Settle, Void } from '../command.ts'
import { JournalFile } from './journal-file.ts'
import type { JournalHandle } from './journal-file.ts'
import { lineOf, readLine } from './journal-line.ts'
import { countRefused, keepDamaged, keepRefused } from './refused-file.ts'

type Ending = Settle | Void

/** Holds that ended in the ledger: their commands in the file need no replay. */
type Mark = { readonly ended: readonly string[] }

/** The former format of a mark: how many commands, from the oldest on, are in the ledger. */
type CountedMark = { readonly done: number }

type Entry = { readonly command: Ending; isWritten: boolean }

/**
 * Settlements and voids that could not reach the database, in a local file until they can. One per line, on disk before
 * `append` resolves. It is not a log of everything: it is empty while the database is available.
 */
export class Journal {
  readonly #path: string
  readonly #file: JournalFile
  readonly #entries: Entry[]
  /** Holds that the mark in the next write will name. */
  #unmarked: string[] = []
  /** Lines that could not be read on opening. They are kept with the refused commands. */
  readonly damaged: number
  /** Bytes of an incomplete last line: it was never confirmed to a caller. */
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
   * Opens or creates it. Commands that a dead process left are loaded, without those already replayed. A whole line
   * that cannot be read may be a charge: it is set aside with the refused commands for manual review, and everything
   * else is replayed.
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
   * Resolves once the command is on disk. Concurrent appends share one sync. After a rejection the command stays queued
   * in memory, and is written with the next append.
   */
  append(command: Ending): Promise<void> {
    this.#entries.push({ command, isWritten: false })
    const settled = Promise.withResolvers<void>()
    this.#waiting.push(settled)
    this.#writing = this.#writing.then(() => this.#write())
    return settled.promise
  }

  /** The oldest commands. They stay until they are dropped. */
  oldest(count: number): readonly Ending[] {
    return this.#entries.slice(0, count).map(({ command }) => command)
  }

  /** Forgets the oldest commands, which are now in the ledger. Empties the file after the last. */
  async drop(count: number): Promise<void> {
    const dropped = this.#entries.splice(0, count)
    const dropping = this.#writing.then(() => this.#mark(dropped))
    // A failed mark rejects this call only, not the appends after it.
    this.#writing = dropping.catch(() => undefined)
    await dropping
  }

  /** Keeps a command that the ledger cannot apply in a file next to the journal, for manual review. */
  refuse(command: Ending, reason: string): Promise<void> {
    return keepRefused(this.#path, { reason, command })
  }

  /** How many commands were refused, by this process and by earlier owners of the journal. */
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

  /** Also writes the mark for holds that ended since the last write. */
  async #append(commands: readonly Ending[]): Promise<void> {
    const ended = [...this.#unmarked]
    const lines: (Ending | Mark)[] = ended.length === 0 ? [...commands] : [{ ended }, ...commands]
    if (lines.length === 0) return
    await this.#file.append(lines.map(lineOf).join(''))
    this.#unmarked = this.#unmarked.slice(ended.length)
  }
}

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

/** For a process that delivers nothing: commands that do not reach the database have no effect. */
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
 * The commands of the lines, without those that a mark names. With a damaged line, a counted mark no longer identifies
 * its commands, so all of them are replayed. Those already in the ledger are charged only once.
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

/** `null` for a damaged line. */
function entryOf(line: string): Ending | Mark | CountedMark | null {
  try {
    return readLine(line) as Ending | Mark | CountedMark
  } catch {
    return null
  }
}
