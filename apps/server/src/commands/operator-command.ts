import type { Database } from '../db/connection.ts'
import type { BooksParts } from '../books/examine-books.ts'
import type { replayRefused } from '@posthouse/ledger/refused-file'

/** What the commands use of an open database, a server's or their own. */
export type OperatorParts = BooksParts & {
  readonly database: Database
  /** A settlement that was refused, once more. */
  readonly retry: Parameters<typeof replayRefused>[1]
}

type OperatorCommand = {
  readonly parts: OperatorParts
  readonly argument: string | undefined
  readonly print: (line: string) => void
}

/** Answers the exit code. */
export type RunCommand = (command: OperatorCommand) => Promise<number>
