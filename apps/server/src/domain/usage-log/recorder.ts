import type { SqlRow } from './sql-row.ts'

/** Rows that may be lost without harm. Both calls return at once and never throw. */
export type Recorder = {
  /** Rows of the table `attempts`. */
  attempts(rows: readonly SqlRow[]): void
  /** Rows of `usage_log` for refusals before a hold: type 5, quota 0. */
  refused(row: SqlRow): void
}

export type RecordBatch = {
  readonly attempts: readonly SqlRow[]
  readonly refused: readonly SqlRow[]
}

const rowsMax = 10_000
const batchMax = 500
const pauseMs = 200

/**
 * A recorder that writes in batches, one at a time. When the database cannot follow, the newest
 * rows are dropped and counted: the queue must not grow with the trouble.
 */
export function createRecorder(
  write: (batch: RecordBatch) => Promise<void>,
  dropped: (rows: number, error: unknown) => void,
): Recorder & { flush(): Promise<void> } {
  let attempts: SqlRow[] = []
  let refused: SqlRow[] = []
  let writing: Promise<void> | null = null
  let lost = 0

  const writeOnce = async (): Promise<void> => {
    const batch = { attempts: attempts.slice(0, batchMax), refused: refused.slice(0, batchMax) }
    attempts = attempts.slice(batchMax)
    refused = refused.slice(batchMax)
    try {
      await write(batch)
      if (lost > 0) dropped(lost, null)
      lost = 0
    } catch (error) {
      dropped(batch.attempts.length + batch.refused.length, error)
    }
  }
  const drain = async (waitMs: number): Promise<void> => {
    // A short pause gathers what comes together into one statement.
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs).unref())
    while (attempts.length + refused.length > 0) await writeOnce()
    writing = null
  }
  const start = (): void => {
    writing ??= drain(pauseMs)
  }
  return {
    attempts: (rows) => {
      if (attempts.length + rows.length > rowsMax) lost += rows.length
      else for (const row of rows) attempts.push(row)
      start()
    },
    refused: (row) => {
      if (refused.length >= rowsMax) lost += 1
      else refused.push(row)
      start()
    },
    flush: async () => {
      await writing
      await drain(0)
    },
  }
}
