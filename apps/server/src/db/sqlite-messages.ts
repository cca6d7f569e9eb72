import type { Command, Result } from '@posthouse/ledger/command'
import type { PlainError } from './database-error.ts'

export type SqliteRole = 'writer' | 'reader'

/** What a thread is started with. */
export type SqliteThreadData = { readonly path: string; readonly role: SqliteRole }

export type SqliteRequest =
  | { readonly kind: 'query'; readonly sql: string; readonly parameters: readonly unknown[] }
  | { readonly kind: 'batch'; readonly usageTable: string; readonly commands: readonly Command[] }
  | { readonly kind: 'close' }

export type QueryAnswer = {
  readonly rows: unknown[]
  readonly changes: bigint
  readonly lastId: bigint
}

export type BatchAnswer = { readonly results: readonly Result[]; readonly statements: number }

/** What each kind of request is answered with. */
export type SqliteAnswer<R extends SqliteRequest> = R extends { kind: 'query' }
  ? QueryAnswer
  : R extends { kind: 'batch' }
    ? BatchAnswer
    : null

/** The first reply of a thread has the number 0 and says whether it could open the file. */
export type SqliteReply =
  | {
      readonly number: number
      readonly ok: true
      readonly answer: QueryAnswer | BatchAnswer | null
    }
  | { readonly number: number; readonly ok: false; readonly error: PlainError }
