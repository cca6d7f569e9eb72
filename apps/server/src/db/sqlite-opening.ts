import { dirname } from 'node:path'
import { DatabaseError, plainError } from './database-error.ts'

/** Runs what opens a SQLite file. Rejects with the cause and the path: SQLite names neither. */
export function opening<Opened>(path: string, open: () => Opened): Opened {
  try {
    return open()
  } catch (error) {
    throw openingError(path, error)
  }
}

/** Why a file cannot be opened, in a sentence that an operator can act on. */
export function openingError(path: string, error: unknown): DatabaseError {
  if (error instanceof DatabaseError) return error
  const { code, message } = plainError(error)
  const what = whatToSee[code]?.(dirname(path))
  const text = `${path} cannot be opened: ${message} (${code})`
  return new DatabaseError(code, what === undefined ? text : `${text}. ${what}`)
}

const rights = (folder: string): string =>
  `The folder ${folder} must be there, and both it and the file must be writable for the user of this process.`

const whatToSee: Readonly<Record<string, (folder: string) => string>> = {
  SQLITE_FULL: (folder) => `The disk of ${folder} is full.`,
  SQLITE_CANTOPEN: rights,
  SQLITE_READONLY: rights,
  SQLITE_PERM: rights,
  SQLITE_IOERR: (folder) => `The disk of ${folder} is full or broken.`,
}
