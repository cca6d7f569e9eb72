import { setTimeout as delay } from 'node:timers/promises'
import { checkCommand } from './check.ts'
import type { Command, Hold, Result, ResultOf } from './command.ts'
import { journalledResult, plainlyOf, voidOf } from './ends.ts'
import type { JournalPort } from './journal/journal.ts'

/** The database cannot be reached, or settlements are still being replayed. Try again later. */
export class LedgerUnavailable extends Error {
  override readonly name = 'LedgerUnavailable'
}

/** Runs a batch on the database: one transaction, one result per command, in order. */
export type LedgerPort = {
  readonly run: (commands: readonly Command[]) => Promise<readonly Result[]>
  /** Whether the database is unavailable. Any other failure is caused by a command in the batch. */
  readonly isUnavailable: (error: unknown) => boolean
}

export type WriterOptions = LedgerPort & {
  readonly journal: JournalPort
  /** Called on every submission. Throws inside an open transaction, which the submission would wait for. */
  readonly guard?: () => void
  /** Reports problems that an operator should see. It must not throw. */
  readonly onProblem?: (problem: string, error: unknown) => void
  readonly replayDelayMs?: { readonly first: number; readonly most: number }
}

/** The writer, limited to some kinds of commands. */
export type Submitter<Kind extends Command['kind']> = {
  submit<C extends Command & { readonly kind: Kind }>(command: C): Promise<ResultOf<C>>
}

export type WriterStats = {
  readonly commands: number
  readonly commits: number
  readonly journalled: number
}

type Pending = { readonly command: Command; readonly reply: PromiseWithResolvers<Result> }

const batchMost = 256

/**
 * The only way money moves. Commands that arrive together share one transaction: the first is committed at once, those
 * that arrive meanwhile are committed together after it.
 *
 * When the database is unavailable, settlements and voids go to the journal. Everything else is rejected with
 * LedgerUnavailable until the journal is replayed.
 */
export class LedgerWriter {
  readonly #options: WriterOptions
  readonly #stopped = new AbortController()
  #queue: Pending[] = []
  #pumping: Promise<void> | null = null
  #replaying: Promise<void> | null = null
  #closing: Promise<void> | null = null
  /** Holds that a caller in this process owns or waits for. */
  readonly #open = new Set<string>()
  #commands = 0
  #commits = 0

  constructor(options: WriterOptions) {
    this.#options = options
    const { damaged, tornBytes, size } = options.journal
    if (damaged > 0) {
      const count = new Error(`lines of the journal: ${damaged}`)
      options.onProblem?.('damaged lines of the journal are set aside; doctor names them', count)
    }
    if (tornBytes > 0) {
      const count = new Error(`bytes of the journal: ${tornBytes}`)
      options.onProblem?.('the last line of the journal was torn: it was never confirmed', count)
    }
    if (size > 0) this.#startReplay()
  }

  /** Rejects with a RangeError for an invalid command, and with LedgerUnavailable. */
  async submit<C extends Command>(command: C): Promise<ResultOf<C>> {
    if (this.#stopped.signal.aborted) throw new LedgerUnavailable('the ledger is closed')
    checkCommand(command)
    this.#options.guard?.()
    if (command.kind === 'hold') return (await this.#opening(command)) as ResultOf<C>
    try {
      return (await this.#enqueue(command)) as ResultOf<C>
    } finally {
      if (command.kind === 'settle' || command.kind === 'void') this.#open.delete(command.hold)
    }
  }

  /**
   * Whether a caller in this process owns the hold and will end it. False for a hold that was reported as failed
   * although its commit succeeded.
   */
  knows(hold: string): boolean {
    return this.#open.has(hold)
  }

  async #opening(hold: Hold): Promise<Result> {
    if (this.#open.has(hold.id)) return await this.#enqueue(hold)
    this.#open.add(hold.id)
    let isOpen = false
    try {
      const result = await this.#enqueue(hold)
      isOpen = result.ok
      return result
    } finally {
      if (!isOpen) this.#open.delete(hold.id)
    }
  }

  #enqueue(command: Command): Promise<Result> {
    const reply = Promise.withResolvers<Result>()
    this.#queue.push({ command, reply })
    this.#pumping ??= this.#pump()
    return reply.promise
  }

  /** Resolves when the journal is empty, or when the writer is closed. */
  async replayed(): Promise<void> {
    await this.#replaying
  }

  stats(): WriterStats {
    const { size } = this.#options.journal
    return { commands: this.#commands, commits: this.#commits, journalled: size }
  }

  /** Runs a refused command again, on its own. Rejects when it is refused again. */
  async retry(command: Command): Promise<Result> {
    try {
      const [result] = await this.#run([command])
      return result as Result
    } catch (error) {
      if (this.#options.isUnavailable(error)) throw error
      return await this.#runPlainly(command, error)
    }
  }

  /** How many settlements next to this process's journal need manual review. */
  countRefused(): Promise<number> {
    return this.#options.journal.countRefused()
  }

  /** Lets submitted commands finish. Commands in the journal stay there for the next start. */
  close(): Promise<void> {
    this.#closing ??= this.#close()
    return this.#closing
  }

  async #close(): Promise<void> {
    this.#stopped.abort()
    await this.#pumping
    await this.#replaying
    await this.#options.journal.close()
  }

  async #pump(): Promise<void> {
    // Lets submissions of the same event loop turn join the first batch.
    await Promise.resolve()
    while (this.#queue.length > 0) {
      const batch = this.#queue.splice(0, batchMost)
      if (this.#options.journal.size > 0)
        await this.#divert(batch, 'settlements are being replayed')
      else await this.#commit(batch)
    }
    this.#pumping = null
  }

  async #commit(batch: readonly Pending[]): Promise<void> {
    try {
      const results = await this.#run(batch.map(({ command }) => command))
      batch.forEach(({ reply }, index) => reply.resolve(results[index] as Result))
    } catch (error) {
      if (this.#options.isUnavailable(error)) await this.#onUnavailable(batch, error)
      else if (batch.length > 1) await this.#halve(batch)
      else await this.#commitPlainly(batch, error)
    }
  }

  async #run(commands: readonly Command[]): Promise<readonly Result[]> {
    const results = await this.#options.run(commands)
    this.#commands += commands.length
    this.#commits += 1
    return results
  }

  /** One command failed the transaction. Splitting the batch keeps its neighbours from failing with it. */
  async #halve(batch: readonly Pending[]): Promise<void> {
    const middle = batch.length >> 1
    await this.#commit(batch.slice(0, middle))
    await this.#commit(batch.slice(middle))
  }

  async #commitPlainly(batch: readonly Pending[], error: unknown): Promise<void> {
    const [only] = batch
    if (only === undefined) return
    try {
      only.reply.resolve(await this.#runPlainly(only.command, error))
    } catch (again) {
      if (this.#options.isUnavailable(again)) await this.#onUnavailable(batch, again)
      else await this.#refuse(batch, again)
    }
  }

  /**
   * Stores a charge without its text and rows when they cannot be stored. Rejects with the original error if that fails
   * too.
   */
  async #runPlainly(command: Command, error: unknown): Promise<Result> {
    const plain = plainlyOf(command)
    if (plain === null) throw error
    try {
      const [result] = await this.#run([plain])
      this.#options.onProblem?.(`a ${plain.kind} was stored without its text and its rows`, error)
      return result as Result
    } catch (again) {
      throw this.#options.isUnavailable(again) ? again : error
    }
  }

  async #refuse(batch: readonly Pending[], error: unknown): Promise<void> {
    for (const { command, reply } of batch) {
      await this.#keepRefused(command, error)
      reply.reject(error)
    }
  }

  async #onUnavailable(batch: readonly Pending[], error: unknown): Promise<void> {
    this.#options.onProblem?.('the ledger cannot reach its database', error)
    // The commit may have succeeded although its confirmation was lost, so the holds are voided.
    const holds = batch.map(({ command }) => command).filter((command) => command.kind === 'hold')
    const diverted = this.#divert(batch, 'the database is away')
    await Promise.allSettled(holds.map((hold) => this.#options.journal.append(voidOf(hold))))
    await diverted
  }

  /** Sends settlements and voids to the journal, and rejects everything else so that the caller tries again. */
  async #divert(batch: readonly Pending[], reason: string): Promise<void> {
    await Promise.all(
      batch.map(async ({ command, reply }) => {
        if (command.kind !== 'settle' && command.kind !== 'void') {
          reply.reject(new LedgerUnavailable(reason))
          return
        }
        try {
          await this.#options.journal.append(command)
          reply.resolve(journalledResult(command))
        } catch (error) {
          reply.reject(error)
        }
      }),
    )
    this.#startReplay()
  }

  #startReplay(): void {
    this.#replaying ??= this.#replay().finally(() => {
      this.#replaying = null
    })
  }

  async #replay(): Promise<void> {
    const { journal, replayDelayMs = { first: 100, most: 5_000 } } = this.#options
    let pause = replayDelayMs.first
    while (journal.size > 0 && !this.#stopped.signal.aborted) {
      const commands = journal.oldest(batchMost)
      try {
        await this.#replayBatch(commands)
        await journal.drop(commands.length)
        pause = replayDelayMs.first
      } catch (error) {
        this.#options.onProblem?.('the journal cannot be replayed yet', error)
        await delay(pause, undefined, { signal: this.#stopped.signal }).catch(() => undefined)
        pause = Math.min(pause * 2, replayDelayMs.most)
      }
    }
  }

  /** A command that is already in the ledger counts as done: a charge is made once however often it is replayed. */
  async #replayBatch(commands: readonly Command[]): Promise<void> {
    try {
      await this.#run(commands)
    } catch (error) {
      if (this.#options.isUnavailable(error)) throw error
      const middle = commands.length >> 1
      const [only] = commands
      if (middle === 0 && only !== undefined) return await this.#replayPlainly(only, error)
      await this.#replayBatch(commands.slice(0, middle))
      await this.#replayBatch(commands.slice(middle))
    }
  }

  async #replayPlainly(command: Command, error: unknown): Promise<void> {
    try {
      await this.#runPlainly(command, error)
    } catch (again) {
      if (this.#options.isUnavailable(again)) throw again
      await this.#keepRefused(command, again)
    }
  }

  async #keepRefused(command: Command, error: unknown): Promise<void> {
    const { journal, onProblem } = this.#options
    onProblem?.(`the ledger cannot take a ${command.kind}`, error)
    if (command.kind !== 'settle' && command.kind !== 'void') return
    try {
      await journal.refuse(command, String(error))
    } catch (failure) {
      onProblem?.('a refused settlement could not be kept', failure)
    }
  }
}
