/*
 * Errors of both databases by one set of questions. SQLite's cross a thread as `DatabaseError`, with
 * SQLite's own names as codes; PostgreSQL's have their five-letter state as code.
 */

export class DatabaseError extends Error {
  override readonly name = 'DatabaseError'
  /** SQLITE_CONSTRAINT_UNIQUE, SQLITE_BUSY …, or DATABASE_CLOSED. */
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

/** What crosses between threads, where classes do not survive. */
export type PlainError = { readonly code: string; readonly message: string }

export function plainError(error: unknown): PlainError {
  const { errcode, message } = (error ?? {}) as { errcode?: unknown; message?: unknown }
  const text = typeof message === 'string' ? message : String(error)
  if (typeof errcode === 'number') return { code: sqliteName(errcode), message: text }
  return { code: codeOf(error) ?? 'ERROR', message: text }
}

export function isUniqueViolation(error: unknown): boolean {
  const code = codeOf(error)
  return (
    code === '23505' ||
    code === 'SQLITE_CONSTRAINT_UNIQUE' ||
    code === 'SQLITE_CONSTRAINT_PRIMARYKEY'
  )
}

/** The database cannot be reached or cannot write: the same statement may succeed later. */
export function isUnavailable(error: unknown): boolean {
  const code = codeOf(error)
  if (code !== undefined && unavailableCodes.has(code)) return true
  // No socket of the server; any other missing file is no matter of the database.
  if (code === 'ENOENT' && error instanceof Error && 'syscall' in error)
    return error.syscall === 'connect'
  // Classes of PostgreSQL: connection, resources, operator intervention, system, rolled back.
  if (code !== undefined && /^(08|53|57|58|40)[0-9A-Z]{3}$/.test(code)) return true
  const message = error instanceof Error ? error.message : ''
  return /Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error/i.test(
    message,
  )
}

const unavailableCodes = new Set([
  'DATABASE_CLOSED',
  'TRANSACTION_TIMEOUT',
  'SQLITE_BUSY',
  'SQLITE_LOCKED',
  'SQLITE_NOMEM',
  'SQLITE_READONLY',
  'SQLITE_IOERR',
  'SQLITE_CORRUPT',
  'SQLITE_FULL',
  'SQLITE_CANTOPEN',
  'SQLITE_NOTADB',
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'ETIMEDOUT',
  'EPIPE',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
])

function codeOf(error: unknown): string | undefined {
  const code =
    typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? code : undefined
}

/** https://www.sqlite.org/rescode.html: the low byte is the error, the rest says more about it. */
const sqliteNames: Readonly<Record<number, string>> = {
  1: 'SQLITE_ERROR',
  3: 'SQLITE_PERM',
  5: 'SQLITE_BUSY',
  6: 'SQLITE_LOCKED',
  7: 'SQLITE_NOMEM',
  8: 'SQLITE_READONLY',
  10: 'SQLITE_IOERR',
  11: 'SQLITE_CORRUPT',
  13: 'SQLITE_FULL',
  14: 'SQLITE_CANTOPEN',
  19: 'SQLITE_CONSTRAINT',
  20: 'SQLITE_MISMATCH',
  26: 'SQLITE_NOTADB',
}

const sqliteConstraints: Readonly<Record<number, string>> = {
  275: 'SQLITE_CONSTRAINT_CHECK',
  787: 'SQLITE_CONSTRAINT_FOREIGNKEY',
  1299: 'SQLITE_CONSTRAINT_NOTNULL',
  1555: 'SQLITE_CONSTRAINT_PRIMARYKEY',
  2067: 'SQLITE_CONSTRAINT_UNIQUE',
}

const sqliteName = (code: number): string =>
  sqliteConstraints[code] ?? sqliteNames[code & 0xff] ?? `SQLITE_${code}`
