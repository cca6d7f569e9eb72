import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startContender } from '@posthouse/testkit/ledger-contenders'
import { openDatabase, sqlitePath } from './connection.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'posthouse-lock-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

describe('a SQLite file', () => {
  test('that is open here does not open again, and does after it was closed', async () => {
    const url = join(folder, 'a.db')
    const first = await openDatabase({ url })
    await expect(openDatabase({ url })).rejects.toThrow(`open in the process ${process.pid}`)
    await first.close()
    const second = await openDatabase({ url })
    await second.close()
  })

  test('that another process has open is refused with its pid, and free when that was killed', async () => {
    const url = join(folder, 'b.db')
    const child = await startContender({ url, folder, name: 'other', requests: 0 })
    await expect(openDatabase({ url })).rejects.toThrow(
      `open in the process ${child.pid}. Only one server may open`,
    )
    child.kill('SIGKILL')
    await once(child, 'exit')
    const database = await openDatabase({ url })
    await database.close()
    // A process has to start in between, which a busy machine takes its time for.
  }, 30_000)

  test('that somebody is looking into is waited for', async () => {
    const file = join(folder, 'c.db')
    const guest = new DatabaseSync(file)
    guest.exec('create table visitors (name text); begin exclusive')
    const opening = openDatabase({ url: file })
    setTimeout(() => guest.close(), 200)
    const database = await opening
    await database.close()
  })

  test('is named in several ways', () => {
    expect(sqlitePath('sqlite:data/a.db')).toBe('data/a.db')
    expect(sqlitePath('sqlite:///data/a.db')).toBe('/data/a.db')
    expect(sqlitePath('file:/data/a.db')).toBe('/data/a.db')
    expect(sqlitePath('./a.db')).toBe('./a.db')
    expect(() => sqlitePath(':memory:')).toThrow('needs a file')
  })
})
