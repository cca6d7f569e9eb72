import { DatabaseSync } from 'node:sqlite'
import { opening } from './sqlite-opening.ts'

/**
 * Throws when a file that nobody uses is no whole database of ours, of this version or an earlier one:
 * `newest` is the last migration that this version knows.
 */
export function verifyCopy(path: string, newest: number): void {
  const database = opening(path, () => new DatabaseSync(path))
  try {
    opening(path, () => check(database, newest))
  } finally {
    database.close()
  }
}

function check(database: DatabaseSync, newest: number): void {
  // A first look at the file: whatever is no database fails here.
  const isOurs = database
    .prepare(`select count(*) as tables from sqlite_master
      where type = 'table' and name in ('schema_migrations', 'ledger_accounts', 'users')`)
    .get()
  if (isOurs?.['tables'] !== 3) throw new Error('it is no database of Posthouse')
  const [first] = database.prepare('pragma integrity_check(1)').all()
  const verdict = String(first?.['integrity_check'])
  if (verdict !== 'ok') throw new Error(`it is damaged: ${verdict}`)
  const { number } =
    database.prepare('select max(number) as number from schema_migrations').get() ?? {}
  if (typeof number !== 'number') throw new Error('it is no database of Posthouse')
  if (number > newest) {
    throw new Error(`it has schema ${number}; this version of Posthouse knows ${newest}`)
  }
}
