import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from './connection.ts'
import { migrate, migrations } from './migrator.ts'
import { verifyCopy } from './verify-copy.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'posthouse-verify-'))
})
afterAll(() => rm(folder, { recursive: true }))

const newest = migrations.at(-1)?.number ?? 0

/** A database as the version with this last migration left it, and changed by hand. */
async function copyOf(version: number, statement = ''): Promise<string> {
  const path = join(folder, `${Math.random()}.db`)
  await copyFile(await madeBy(version), path)
  const file = new DatabaseSync(path)
  file.exec(statement)
  file.close()
  return path
}

const made = new Map<number, Promise<string>>()

function madeBy(version: number): Promise<string> {
  const path = made.get(version) ?? migrated(version)
  made.set(version, path)
  return path
}

async function migrated(version: number): Promise<string> {
  const path = join(folder, `version-${version}.db`)
  const database = await openDatabase({ url: `sqlite:${path}` })
  await migrate(
    database,
    migrations.filter(({ number }) => number <= version),
  )
  await database.close()
  return path
}

describe('a copy is whole', () => {
  test.each([1, 7, newest])('as version %i made it', async (version) => {
    await expect(verifyCopy(await copyOf(version))).resolves.toBeUndefined()
  })

  test('with what an operator added', async () => {
    const statement = 'create table notes (text text); alter table users add column note text'
    await expect(verifyCopy(await copyOf(newest, statement))).resolves.toBeUndefined()
  })
})

describe('a copy is not whole', () => {
  test.each([
    [newest, 'drop table ledger_debts', 'it misses ledger_debts'],
    [newest, 'alter table usage_log drop column doubts', 'it misses usage_log.doubts'],
    [7, 'alter table usage_log drop column doubts', 'it misses usage_log.doubts'],
  ])('of version %i after: %s', async (version, statement, why) => {
    await expect(verifyCopy(await copyOf(version, statement))).rejects.toThrow(why)
  })

  test('without an index', async () => {
    const path = await copyOf(newest)
    const file = new DatabaseSync(path)
    const { name } =
      file
        .prepare("select name from sqlite_master where type = 'index' and sql is not null")
        .get() ?? {}
    file.exec(`drop index "${String(name)}"`)
    file.close()
    await expect(verifyCopy(path)).rejects.toThrow(`it misses ${String(name)}`)
  })
})

test('nothing is left of the look', async () => {
  const path = await copyOf(newest)
  const before = await readdir(folder)
  await verifyCopy(path)
  expect(await readdir(folder)).toEqual(before)
})
