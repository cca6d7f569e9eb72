import { open } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Command } from './command.ts'

type Waiting = { readonly line: string; readonly settled: PromiseWithResolvers<void> }

/**
 * Commands that could not reach the database, in a local file until they can: one JSON line each,
 * on disk before `append` resolves. Not a log of everything: it is empty while the database answers.
 */
export class Journal {
  readonly #path: string
  readonly #file: FileHandle
  #commands: Command[]
  #waiting: Waiting[] = []
  #writing: Promise<void> = Promise.resolve()

  private constructor(path: string, file: FileHandle, commands: Command[]) {
    this.#path = path
    this.#file = file
    this.#commands = commands
  }

  /**
   * Opens or creates it. What was left by a process that died is there again. Throws when a whole
   * line cannot be read: it may be a charge, and only a person can tell.
   */
  static async open(path: string): Promise<Journal> {
    const file = await open(path, 'a+', 0o600)
    await syncFolder(dirname(path))
    const text = await file.readFile('utf8')
    const end = text.lastIndexOf('\n') + 1
    // The last line was being written when its process died: nobody was told that it is safe.
    if (end < text.length) await file.truncate(Buffer.byteLength(text.slice(0, end)))
    const lines = text.slice(0, end).split('\n').slice(0, -1)
    try {
      return new Journal(path, file, lines.map(decode))
    } catch (error) {
      await file.close()
      throw new Error(`the journal ${path} is damaged: ${String(error)}`, { cause: error })
    }
  }

  /** How many commands wait to be replayed. */
  get size(): number {
    return this.#commands.length
  }

  /** Resolves when the command is on disk. Appends that come together share one sync. */
  append(command: Command): Promise<void> {
    const settled = Promise.withResolvers<void>()
    this.#commands.push(command)
    this.#waiting.push({ line: `${encode(command)}\n`, settled })
    this.#writing = this.#writing.then(() => this.#write())
    return settled.promise
  }

  /** The oldest commands, which stay until they are dropped. */
  oldest(count: number): readonly Command[] {
    return this.#commands.slice(0, count)
  }

  /** Forgets the oldest commands: they are in the ledger. The file is emptied after the last. */
  async drop(count: number): Promise<void> {
    this.#commands.splice(0, count)
    if (this.#commands.length > 0) return
    this.#writing = this.#writing.then(() => this.#empty())
    await this.#writing
  }

  /** Keeps a command that the ledger cannot take for a person to look at, beside the journal. */
  async refuse(command: Command, reason: string): Promise<void> {
    const file = await open(`${this.#path}.refused`, 'a', 0o600)
    try {
      await file.appendFile(`${encode({ reason, command })}\n`)
      await file.sync()
    } finally {
      await file.close()
    }
  }

  async close(): Promise<void> {
    await this.#writing
    await this.#file.close()
  }

  async #write(): Promise<void> {
    const waiting = this.#waiting.splice(0)
    if (waiting.length === 0) return
    try {
      await this.#file.appendFile(waiting.map(({ line }) => line).join(''))
      await this.#file.datasync()
      for (const { settled } of waiting) settled.resolve()
    } catch (error) {
      for (const { settled } of waiting) settled.reject(error)
    }
  }

  async #empty(): Promise<void> {
    if (this.#commands.length > 0) return
    await this.#file.truncate(0)
    await this.#file.datasync()
  }
}

/** A new file is found after a power cut only when its folder is on disk too. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/** JSON has no 64-bit integers: an amount is written as an object with its digits. */
const encode = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'bigint' ? { $integer: String(part) } : part,
  )

function decode(line: string, index: number): Command {
  try {
    return JSON.parse(line, (_, part: unknown) =>
      typeof part === 'object' && part !== null && '$integer' in part
        ? BigInt(String(part.$integer))
        : part,
    ) as Command
  } catch (error) {
    throw new Error(`line ${index + 1}: ${String(error)}`, { cause: error })
  }
}
