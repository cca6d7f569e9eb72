import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { openDatabase } from './connection.ts'
import { migrate, migrations } from './migrator.ts'
import { opening } from './sqlite-opening.ts'

/** Throws when a file that nobody uses is no whole database of ours, of this version or an earlier one. */
export async function verifyCopy(path: string): Promise<void> {
  const { version, has } = inFile(path, (database) => ({
    version: checkedVersion(database),
    has: new Set(partsOf(database)),
  }))
  const missing = (await partsAt(version, path)).find((part) => !has.has(part))
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

/** The last migration of a database that is whole for SQLite. */
function checkedVersion(database: DatabaseSync): number {
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
  const newest = migrations.at(-1)?.number ?? 0
  if (number > newest) {
    throw new Error(`it has schema ${number}; this version of Posthouse knows ${newest}`)
  }
  return number
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

/** What the migrations up to a version make, in a database for this alone, beside the file. */
async function partsAt(version: number, beside: string): Promise<readonly string[]> {
  const folder = await mkdtemp(`${beside}.schema-`)
  try {
    const path = join(folder, 'empty.db')
    const database = await openDatabase({ url: `sqlite:${path}` })
    try {
      await migrate(
        database,
        migrations.filter(({ number }) => number <= version),
      )
    } finally {
      await database.close()
    }
    return inFile(path, partsOf)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
