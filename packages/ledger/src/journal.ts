import type { Command } from './command.ts'
import { JournalFile } from './journal-file.ts'
import type { JournalHandle } from './journal-file.ts'
import { lineOf, readLine } from './journal-line.ts'
import { countRefused, keepRefused } from './refused-file.ts'

/** How many commands, from the oldest on, are in the ledger: what a replay got to. */
type Mark = { readonly done: number }

type Entry = { readonly command: Command; isWritten: boolean }

/**
 * Commands that could not reach the database, in a local file until they can: a line each, on disk
 * before `append` resolves. Not a log of everything: it is empty while the database answers.
 */
export class Journal {
  readonly #path: string
  readonly #file: JournalFile
  readonly #entries: Entry[]
  #waiting: PromiseWithResolvers<void>[] = []
  #writing: Promise<void> = Promise.resolve()

  private constructor(path: string, file: JournalFile, commands: readonly Command[]) {
    this.#path = path
    this.#file = file
    this.#entries = commands.map((command) => ({ command, isWritten: true }))
  }

  /**
   * Opens or creates it. What was left by a process that died is there again, without what was
   * replayed. Throws when a whole line cannot be read: it may be a charge, and only a person can tell.
   */
  static async open(
    path: string,
    openHandle?: (path: string) => Promise<JournalHandle>,
  ): Promise<Journal> {
    const { file, lines } = await JournalFile.open(path, openHandle)
    try {
      const commands = waitingOf(lines)
      if (commands.length === 0) await file.empty()
      return new Journal(path, file, commands)
    } catch (error) {
      await file.close()
      throw new Error(`the journal ${path} is damaged: ${String(error)}`, { cause: error })
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
  append(command: Command): Promise<void> {
    const settled = Promise.withResolvers<void>()
    this.#entries.push({ command, isWritten: false })
    this.#waiting.push(settled)
    this.#writing = this.#writing.then(() => this.#write())
    return settled.promise
  }

  /** The oldest commands, which stay until they are dropped. */
  oldest(count: number): readonly Command[] {
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
  refuse(command: Command, reason: string): Promise<void> {
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
      await this.#file.append(entries.map(({ command }) => lineOf(command)).join(''))
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
    if (this.#entries.length === 0) return await this.#file.empty()
    const done = dropped.filter(({ isWritten }) => isWritten).length
    if (done > 0) await this.#file.append(lineOf({ done } satisfies Mark))
  }
}

/** What a writer needs of a journal. */
export type JournalPort = Pick<
  Journal,
  'size' | 'append' | 'oldest' | 'drop' | 'refuse' | 'countRefused' | 'close'
>

/** For a process that delivers nothing: what it does not get into the database has not happened. */
export const noJournal: JournalPort = {
  size: 0,
  append: () => Promise.reject(new Error('there is no journal')),
  oldest: () => [],
  drop: () => Promise.resolve(),
  refuse: () => Promise.reject(new Error('there is no journal')),
  countRefused: () => Promise.resolve(0),
  close: () => Promise.resolve(),
}

/** The commands of the lines, less those that a replay had finished. */
function waitingOf(lines: readonly string[]): Command[] {
  const commands: Command[] = []
  let done = 0
  for (const [index, line] of lines.entries()) {
    const entry = entryOf(line, index)
    if ('done' in entry) done += entry.done
    else commands.push(entry)
  }
  return commands.slice(done)
}

function entryOf(line: string, index: number): Command | Mark {
  try {
    return readLine(line) as Command | Mark
  } catch (error) {
    throw new Error(`line ${index + 1}: ${String(error)}`, { cause: error })
  }
}
