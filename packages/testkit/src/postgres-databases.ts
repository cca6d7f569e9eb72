import { randomBytes } from 'node:crypto'
import pg from 'pg'

/** Database with our schema, created by the global setup. */
export const templateName = 'posthouse_template'

export function databaseAt(server: string, name: string): string {
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}

export async function administer(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/** A fresh database, empty or with our schema. Fails without a server: skipping the suite would prove nothing. */
export async function createPostgres(isEmpty: boolean) {
  const server = process.env['POSTHOUSE_TEST_POSTGRES_URL']
  if (server === undefined) {
    throw new Error('POSTHOUSE_TEST_POSTGRES_URL is missing: run the project named postgres')
  }
  const name = `test_${randomBytes(8).toString('hex')}`
  await administer(server, `create database ${name}${isEmpty ? '' : ` template ${templateName}`}`)
  return {
    url: databaseAt(server, name),
    remove: () => administer(server, `drop database if exists ${name} with (force)`),
  }
}
