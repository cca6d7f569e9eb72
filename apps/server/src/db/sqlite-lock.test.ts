import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startContender } from '@posthouse/testkit/ledger-contenders'
import { openDatabase, sqlitePath } from './connection.ts'
import { openingError } from './sqlite-opening.ts'

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
      `open in the process ${child.pid}. Stop that server first`,
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

  test('that cannot be locked for another reason than a server says that reason', async () => {
    const url = join(folder, 'd.db')
    await (await openDatabase({ url })).close()
    const lock = new DatabaseSync(`${url}.lock`)
    // The pid of the last owner stays in the lock; what fails is the writing, as on a full disk.
    lock.exec(`create trigger full before delete on owner
      begin select raise(abort, 'database or disk is full'); end`)
    lock.close()
    const error = await openDatabase({ url }).catch((failure: unknown) => failure)
    expect(String(error)).toContain(`${url} cannot be opened: database or disk is full`)
    expect(String(error)).not.toContain('open in the process')
  })

  test('in a folder that takes no file names the path and what to see to', async () => {
    const url = join(folder, 'nothing', 'e.db')
    await expect(openDatabase({ url })).rejects.toThrow(
      `${url} cannot be opened: unable to open database file (SQLITE_CANTOPEN). The folder ${join(folder, 'nothing')} must be there`,
    )
  })

  test('on a full disk says so', () => {
    const full = Object.assign(new Error('database or disk is full'), { errcode: 13 })
    expect(openingError('/data/a.db', full).message).toContain('The disk of /data is full.')
  })

  test('is named in several ways', () => {
    expect(sqlitePath('sqlite:data/a.db')).toBe('data/a.db')
    expect(sqlitePath('sqlite:///data/a.db')).toBe('/data/a.db')
    expect(sqlitePath('file:/data/a.db')).toBe('/data/a.db')
    expect(sqlitePath('./a.db')).toBe('./a.db')
    expect(() => sqlitePath(':memory:')).toThrow('needs a file')
  })
})
