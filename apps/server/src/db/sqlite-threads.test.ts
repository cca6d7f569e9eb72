import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Worker } from 'node:worker_threads'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { sql } from 'kysely'
import { openDatabase } from './connection.ts'

let folder: string
const threads: Worker[] = []
const keep = (thread: Worker): void => void threads.push(thread)
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'posthouse-threads-'))
  threads.length = 0
  process.on('worker', keep)
})
afterEach(async () => {
  process.off('worker', keep)
  await rm(folder, { recursive: true, force: true })
})

describe('a thread that dies', () => {
  test('and only read is replaced', async () => {
    const database = await openDatabase({ url: join(folder, 'a.db') })
    await sql`create table things (name text)`.execute(database.kysely)
    const readers = threads.slice(1, 3)
    expect(readers).toHaveLength(2)
    for (const reader of readers) {
      const replaced = once(process, 'worker')
      await reader.terminate()
      await replaced
    }
    for (let turn = 0; turn < 4; turn += 1) {
      expect((await sql`select * from things`.execute(database.kysely)).rows).toEqual([])
    }
    await database.close()
  })

  test('and wrote is the end of the database', async () => {
    const database = await openDatabase({ url: join(folder, 'b.db') })
    await threads[0]?.terminate()
    expect(await database.lost).toMatchObject({ code: 'DATABASE_CLOSED' })
    await expect(sql`create table things (name text)`.execute(database.kysely)).rejects.toThrow(
      'closed',
    )
    await database.close()
  })

  test('because it was closed is no loss', async () => {
    const database = await openDatabase({ url: join(folder, 'c.db') })
    await database.close()
    expect(await Promise.race([database.lost, Promise.resolve('fine')])).toBe('fine')
  })
})

test('the client of PostgreSQL is not loaded for a SQLite file', async () => {
  const script = `
    import { createRequire } from 'node:module'
    import { openDatabase } from ${JSON.stringify(import.meta.resolve('./connection.ts'))}
    await (await openDatabase({ url: ${JSON.stringify(join(folder, 'd.db'))} })).close()
    const loaded = Object.keys(createRequire(import.meta.url).cache)
    console.log(loaded.filter((path) => path.includes('/node_modules/pg')).length)`
  const file = join(folder, 'loaded.mjs')
  await writeFile(file, script)
  const { stdout } = await promisify(execFile)(process.execPath, [file])
  expect(stdout.trim()).toBe('0')
}, 30_000)
