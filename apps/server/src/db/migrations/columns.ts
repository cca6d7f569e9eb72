import { sql } from 'kysely'
import type { ColumnDefinitionBuilder, CreateTableBuilder, Kysely } from 'kysely'
import type { DatabaseDialect } from '../connection.ts'

/**
 * What a column is, on both databases. `?` may be null; everything else may not be, and counts from
 * 0 or is empty when a row does not say (`bytes` must be said). `identity` numbers rows and never uses a number twice.
 */
type ColumnKind = 'identity' | 'integer' | 'integer?' | 'text' | 'text?' | 'name' | 'bytes'

export type Columns = Readonly<Record<string, ColumnKind>>

export type TableBuilder = CreateTableBuilder<string, string>

/** What a migration changes. */
export type Schema = { readonly database: Kysely<unknown>; readonly dialect: DatabaseDialect }

/** A new table; `finish` adds what concerns several columns. */
export async function createTable(
  database: Kysely<unknown>,
  dialect: DatabaseDialect,
  table: {
    readonly name: string
    readonly columns: Columns
    /** Found by its key alone: SQLite then keeps one tree instead of a table and an index. */
    readonly keyed?: boolean
  },
  finish: (builder: TableBuilder) => TableBuilder = (builder) => builder,
): Promise<void> {
  let builder: TableBuilder = database.schema.createTable(table.name)
  for (const [name, kind] of Object.entries(table.columns)) {
    const type = typeOf(kind, dialect)
    builder = builder.addColumn(name, type, (column) => constrain(column, kind, dialect))
  }
  const finished = finish(builder)
  await (
    table.keyed === true && dialect === 'sqlite' ? finished.modifyEnd(sql`without rowid`) : finished
  ).execute()
}

function typeOf(kind: ColumnKind, dialect: DatabaseDialect) {
  if (kind === 'bytes') return dialect === 'sqlite' ? 'blob' : 'bytea'
  return kind.startsWith('text') || kind === 'name' ? 'text' : integerType(kind, dialect)
}

/** Only `integer primary key` makes a SQLite column the row's own number. */
const integerType = (kind: ColumnKind, dialect: DatabaseDialect): 'integer' | 'bigint' =>
  kind === 'identity' && dialect === 'sqlite' ? 'integer' : 'bigint'

function constrain(
  column: ColumnDefinitionBuilder,
  kind: ColumnKind,
  dialect: DatabaseDialect,
): ColumnDefinitionBuilder {
  switch (kind) {
    case 'identity':
      return dialect === 'sqlite'
        ? column.primaryKey().autoIncrement()
        : column.generatedByDefaultAsIdentity().primaryKey()
    case 'name':
      return column.primaryKey().notNull()
    case 'bytes':
      return column.notNull()
    case 'integer':
      return column.notNull().defaultTo(sql`0`)
    case 'text':
      return column.notNull().defaultTo(sql`''`)
    case 'integer?':
    case 'text?':
      return column
  }
}

/** A further column; rows that are there get 0 or an empty text, and so does what an older version inserts. */
export async function addColumn(
  database: Kysely<unknown>,
  table: string,
  name: string,
  kind: 'integer' | 'text' = 'integer',
): Promise<void> {
  const [type, empty] =
    kind === 'text' ? (['text', sql`''`] as const) : (['bigint', sql`0`] as const)
  await database.schema
    .alterTable(table)
    .addColumn(name, type, (column) => column.notNull().defaultTo(empty))
    .execute()
}

/** An index named after what it is on. */
/** Of the rows that a node keeps for itself: a fold looks for them among many more that are folded. */
export async function createIndexOfNodes(database: Kysely<unknown>, table: string): Promise<void> {
  await database.schema
    .createIndex(`${table}_of_nodes`)
    .on(table)
    .columns(['node', 'hour'])
    .where(sql.ref('node'), '<>', sql.lit(''))
    .execute()
}

export async function createIndex(
  database: Kysely<unknown>,
  table: string,
  columns: readonly string[],
  kind: 'unique' | 'plain' = 'plain',
): Promise<void> {
  const builder = database.schema
    .createIndex(`${table}_by_${columns.join('_')}`)
    .on(table)
    .columns([...columns])
  await (kind === 'unique' ? builder.unique() : builder).execute()
}
