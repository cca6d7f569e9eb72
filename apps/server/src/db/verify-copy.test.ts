import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from './connection.ts'
import { makeSchema } from './make-schema.ts'
import { verifyCopy } from './verify-copy.ts'

let folder = ''
let whole = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'posthouse-verify-'))
  whole = join(folder, 'whole.db')
  const database = await openDatabase({ url: `sqlite:${whole}` })
  await makeSchema(database)
  await database.close()
})
afterAll(() => rm(folder, { recursive: true }))

/** A database as this version made it, and changed by hand. */
async function changedBy(statement: string): Promise<string> {
  const path = join(folder, `${Math.random()}.db`)
  await copyFile(whole, path)
  const file = new DatabaseSync(path)
  file.exec(statement)
  file.close()
  return path
}

test('a copy is whole, with what an operator added too', async () => {
  expect(() => verifyCopy(whole)).not.toThrow()
  const added = await changedBy(
    'create table notes (text text); alter table users add column note text',
  )
  expect(() => verifyCopy(added)).not.toThrow()
})

test.each([
  ['drop table ledger_debts', 'it misses ledger_debts'],
  ['alter table usage_log drop column doubts', 'it misses usage_log.doubts'],
  ['drop index usage_log_by_request_id', 'it misses usage_log_by_request_id'],
  ["update schema_made set fingerprint = 'beef'", 'it has schema beef; this version'],
  ['delete from schema_made', 'it has schema unknown'],
  ['drop table schema_made', 'it is no database of Posthouse'],
])('a copy is not whole after: %s', async (statement, why) => {
  const path = await changedBy(statement)
  expect(() => verifyCopy(path)).toThrow(why)
})
