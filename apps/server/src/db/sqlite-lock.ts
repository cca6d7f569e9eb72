import { DatabaseSync } from 'node:sqlite'
import { DatabaseError, plainError } from './database-error.ts'
import { opening, openingError } from './sqlite-opening.ts'

/** One server opens a SQLite file. */
export const lockDatabase = (path: string): Disposable =>
  lockFile(
    path,
    'Stop that server first. Only one process may open a SQLite file; several servers need PostgreSQL.',
  )

/** One server uses a journal: another that started meanwhile would charge and empty what the first still writes. */
export const lockJournal = (path: string): Disposable =>
  lockFile(path, 'Servers on one machine need folders or ports of their own.')

/**
 * Keeps a file to this process. `rule` is told to whoever comes second. The lock is a transaction on a small database beside it, kept open
 * for as long as the process lives: the operating system lets go of it however the process ends, so
 * a pid that is used again can neither keep us out nor let two in.
 */
function lockFile(path: string, rule: string): Disposable {
  const lock = opening(path, () => new DatabaseSync(`${path}.lock`))
  try {
    lock.exec('pragma journal_mode = delete; pragma busy_timeout = 0')
    lock.exec('create table if not exists owner (pid integer not null)')
    lock.exec('begin immediate; delete from owner')
    lock.prepare('insert into owner (pid) values (?)').run(process.pid)
    // Committed so that others can read who it is; taken again at once.
    lock.exec('commit; begin immediate')
  } catch (error) {
    const owner = isBusy(error) ? ownerOf(lock) : null
    lock.close()
    if (owner === null) throw openingError(path, error)
    throw new DatabaseError('DATABASE_IN_USE', `${path} is open in the process ${owner}. ${rule}`)
  }
  return { [Symbol.dispose]: () => lock.close() }
}

/** Somebody has the lock. Any other failure is not about who: a full disk, a folder that is read-only. */
const isBusy = (error: unknown): boolean => plainError(error).code === 'SQLITE_BUSY'

function ownerOf(lock: DatabaseSync): number | null {
  try {
    const row = lock.prepare('select pid from owner').get()
    return typeof row?.['pid'] === 'number' ? row['pid'] : null
  } catch {
    return null
  }
}
