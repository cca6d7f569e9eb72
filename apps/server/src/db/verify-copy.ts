import { DatabaseSync } from 'node:sqlite'
import { schemaFingerprint, schemaStatements } from './schema.ts'
import { opening } from './sqlite-opening.ts'

/** Throws when a file that nobody uses is no whole database of this version. */
export function verifyCopy(path: string): void {
  const has = new Set(
    inFile(path, (database) => {
      checkFile(database)
      return partsOf(database)
    }),
  )
  const missing = partsOfSchema().find((part) => !has.has(part))
  if (missing !== undefined) throw new Error(`it misses ${missing}`)
}

function inFile<Found>(path: string, look: (database: DatabaseSync) => Found): Found {
  const database = opening(path, () => new DatabaseSync(path))
  try {
    return opening(path, () => look(database))
  } finally {
    database.close()
  }
}

function checkFile(database: DatabaseSync): void {
  // A first look at the file: whatever is no database fails here.
  const isOurs = database
    .prepare(`select count(*) as tables from sqlite_master
      where type = 'table' and name in ('schema_made', 'ledger_accounts', 'users')`)
    .get()
  if (isOurs?.['tables'] !== 3) throw new Error('it is no database of Posthouse')
  const [first] = database.prepare('pragma integrity_check(1)').all()
  const verdict = String(first?.['integrity_check'])
  if (verdict !== 'ok') throw new Error(`it is damaged: ${verdict}`)
  const { fingerprint } = database.prepare('select fingerprint from schema_made').get() ?? {}
  const own = schemaFingerprint('sqlite')
  if (fingerprint !== own) {
    throw new Error(
      `it has schema ${String(fingerprint ?? 'unknown')}; this version of Posthouse needs ${own}`,
    )
  }
}

/** Tables, their columns, and indexes, which hold some of the rules: `users`, `users.id`, `users_email`. */
const partsOf = (database: DatabaseSync): readonly string[] =>
  database
    .prepare(`select name as part from sqlite_master where type in ('table', 'index')
      union all
      select made.name || '.' || field.name from sqlite_master as made, pragma_table_info(made.name) as field
      where made.type = 'table'`)
    .all()
    .map(({ part }) => String(part))

function partsOfSchema(): readonly string[] {
  const database = new DatabaseSync(':memory:')
  try {
    database.exec(schemaStatements('sqlite').join(';'))
    return partsOf(database)
  } finally {
    database.close()
  }
}
