import { type Kysely, sql } from 'kysely'
import type { Database, DatabaseDialect } from './connection.ts'
import { schemaFingerprint, schemaStatements } from './schema.ts'
import type { Tables } from './tables.ts'

/** The database was made by code with other tables, older or newer. */
export class OtherSchema extends Error {
  override readonly name = 'OtherSchema'
}

const lockKey = 7_046_029_254_386_353n

/**
 * Makes the schema in an empty database: all of it, or nothing. Nodes that start together wait for each other. Returns
 * whether there was something to make; throws where the database has another schema.
 */
export async function makeSchema({ kysely, dialect }: Database): Promise<boolean> {
  if (await hasSchema(kysely, dialect)) return false
  return kysely.transaction().execute(async (transaction) => {
    if (dialect === 'postgres') {
      await sql`select pg_advisory_xact_lock(${lockKey}::bigint)`.execute(transaction)
    }
    // Another node may have been faster.
    if (await hasSchema(transaction, dialect)) return false
    for (const statement of schemaStatements(dialect)) await sql.raw(statement).execute(transaction)
    await transaction
      .insertInto('schema_made')
      .values({ fingerprint: schemaFingerprint(dialect), made_at: BigInt(Date.now()) })
      .execute()
    return true
  })
}

/** For those who only use the schema. Throws where the server has yet to make it. */
export async function requireSchema({ kysely, dialect }: Database): Promise<void> {
  if (await hasSchema(kysely, dialect)) return
  throw new Error('The database is empty. Start the server once: it makes the tables.')
}

/** False for an empty database. Throws where it has another schema. */
async function hasSchema(database: Kysely<Tables>, dialect: DatabaseDialect): Promise<boolean> {
  const has = async (table: string): Promise<boolean> => {
    const found =
      dialect === 'sqlite'
        ? sql`select 1 from sqlite_master where name = ${table}`
        : sql`select 1 where to_regclass(${table}) is not null`
    return (await found.execute(database)).rows.length > 0
  }
  if (!(await has('schema_made'))) {
    if (await has('users')) throw otherSchema('another schema', dialect)
    return false
  }
  const made = await database.selectFrom('schema_made').select('fingerprint').executeTakeFirst()
  if (made?.fingerprint === schemaFingerprint(dialect)) return true
  throw otherSchema(`schema ${made?.fingerprint ?? 'unknown'}`, dialect)
}

const otherSchema = (found: string, dialect: DatabaseDialect): OtherSchema =>
  new OtherSchema(
    `The database has ${found}; this version of Posthouse needs ${schemaFingerprint(dialect)}. ` +
      'Before 1.0 nothing is carried over: start the version that made the database, or name an empty one in DATABASE_URL.',
  )
