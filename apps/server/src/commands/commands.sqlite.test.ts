import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmod,
  copyFile,
  mkdir,
  mkdtemp,
  open as openFile,
  readFile,
  readdir,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { logType } from '@posthouse/contract/log'
import { keepRefused } from '@posthouse/ledger/refused-file'
import { grant, hold, settle, usageOf } from '@posthouse/testkit/ledger-commands'
import { rootPassword } from '@posthouse/testkit/product'
import type { Kysely } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '../config/config.ts'
import { createLog } from '../lib/log.ts'
import type { Tables } from '../db/tables.ts'
import { systemClock } from '../lib/clock.ts'
import { openStores, type Stores } from '../open-stores.ts'
import { archiveLog } from '../domain/usage-log/archive-log.ts'
import { openServer } from '../open-server.ts'

/*
 * What an operator types, as processes of their own on a file database. Backup and restore are of
 * SQLite; on PostgreSQL its own tools do that.
 */

let folder = ''
let env: NodeJS.ProcessEnv = {}
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'posthouse-commands-'))
  env = {
    ...process.env,
    DATABASE_URL: join(folder, 'posthouse.db'),
    POSTHOUSE_ROOT_PASSWORD: rootPassword,
  }
  await (await open()).close()
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const open = (given: NodeJS.ProcessEnv = { POSTHOUSE_ROOT_PASSWORD: rootPassword }) =>
  openServer({
    config: readConfig({
      HOST: '127.0.0.1',
      PORT: '0',
      DATABASE_URL: join(folder, 'posthouse.db'),
      ...given,
    }),
    log: createLog('silent'),
    clock: systemClock,
  })

/** Changes a SQLite file that nobody has open. */
function alter(file: string, statement: string): void {
  const database = new DatabaseSync(file)
  database.exec(statement)
  database.close()
}

const entry = fileURLToPath(new URL('../posthouse.ts', import.meta.url))

function run(...words: string[]): Promise<{ code: number; text: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [entry, ...words], { env, cwd: folder }, (error, out, err) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, text: out + err }),
    )
  })
}

async function withStores(work: (stores: Stores) => Promise<void>): Promise<void> {
  const config = readConfig({ DATABASE_URL: join(folder, 'posthouse.db') })
  const stores = await openStores({ config, log: createLog('silent'), clock: systemClock })
  try {
    await work(stores)
  } finally {
    await stores.database.close()
  }
}

const write = (change: (db: Kysely<Tables>) => Promise<void>): Promise<void> =>
  withStores(({ db }) => change(db))

async function signIn(password: string): Promise<boolean> {
  const server = await open()
  try {
    const response = await fetch(`${server.address}/api/user/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'root', password }),
    })
    return ((await response.json()) as { success: boolean }).success
  } finally {
    await server.close()
  }
}

test('a later start names the environment’s password only where there is one', async () => {
  const given = { DATABASE_URL: join(folder, 'printed.db') }
  const starts = []
  for (const env of [given, given, { ...given, POSTHOUSE_ROOT_PASSWORD: rootPassword }]) {
    const server = await open(env)
    starts.push([server.firstPassword !== null, server.rootPasswordFromEnv])
    await server.close()
  }
  expect(starts).toEqual([
    [true, false],
    [false, false],
    [false, true],
  ])
})

describe('commands', () => {
  test('no command, or an unknown one, explains itself and ends with 2', async () => {
    expect(await run()).toMatchObject({
      code: 2,
      text: expect.stringContaining('reset-root-password'),
    })
    expect(await run('explode')).toMatchObject({
      code: 2,
      text: expect.stringContaining('explode'),
    })
  })

  test('help is printed without a usable configuration, and touches no file', async () => {
    const usable = env
    env = { ...usable, PORT: 'none' }
    for (const words of [['--help'], ['backup', '--help'], ['restore', '-h'], ['help', 'doctor']]) {
      expect(await run(...words)).toMatchObject({
        code: 0,
        text: expect.stringContaining('DATABASE_URL'),
      })
    }
    env = usable
    expect(await run('backup', '--helpme')).toMatchObject({ code: 2 })
    expect(await run('restore', 'a.db', 'b.db')).toMatchObject({ code: 2 })
    expect((await readdir(folder)).filter((name) => name.includes('help'))).toEqual([])
  })

  test('doctor finds the books of a new installation in order', async () => {
    const { code, text } = await run('doctor')
    expect(text).toContain('every balance equals the fold of its transfers')
    expect(code).toBe(0)
  })

  test('doctor names refused settlements, and --replay charges them', async () => {
    await withStores(async ({ ledger }) => {
      const row = { ...usageOf('refused'), type: BigInt(logType.system), user_id: 77n }
      await ledger.writer.submit({ ...grant(10, 'refused', 'wallet:77'), usage: row })
      await ledger.writer.submit(hold('refused', 5, { accounts: [{ code: 'wallet:77' }] }))
    })
    const journal = join(folder, 'settlements.journal')
    // A row of no kind: no roll-up counts it.
    const usage = { ...usageOf('refused'), type: 0n }
    const command = settle('refused', 3, { usage, tallies: [] })
    await keepRefused(journal, { reason: 'test', command })
    const named = await run('doctor')
    expect(named).toMatchObject({ code: 1, text: expect.stringContaining('settlements: 1') })
    const replayed = await run('doctor', '--replay')
    expect(replayed).toMatchObject({ code: 0, text: expect.stringContaining('still refused: 0') })
    await withStores(async ({ ledger }) => {
      expect(await ledger.reader.balance('wallet:77')).toMatchObject({ balance: 7n, held: 0n })
    })
    expect((await run('doctor')).text).toContain('no settlement was refused')
    expect(await run('doctor', '--mend')).toMatchObject({ code: 2 })
  })

  test('prices shows what differs, changes it when told to, and leaves alone what was typed', async () => {
    expect((await run('prices')).text).toContain('The price book is as published')
    await write(async (db) => {
      await db.updateTable('prices').set({ output_micros: 1n }).where('model', '=', 'o3').execute()
      await db
        .updateTable('prices')
        .set({ output_micros: 2n, source: '' })
        .where('model', '=', 'gpt-5')
        .execute()
      await db.deleteFrom('prices').where('model', '=', 'gpt-4.1').execute()
    })
    const shown = await run('prices')
    expect(shown.text).toMatch(/\+ gpt-4\.1 .*\n~ o3 .*\n= gpt-5 /)
    expect(shown.text).toContain('2 prices differ')
    expect((await run('prices')).text).toBe(shown.text)
    expect((await run('prices', 'apply')).text).toContain('2 prices were taken over')
    const after = await run('prices')
    expect(after.text).toContain('= gpt-5 ')
    expect(after.text).toContain('The price book is as published')
    expect(await run('prices', 'now')).toMatchObject({ code: 2 })
  })

  test('reset-root-password gives a password that works alone, and the old one stops', async () => {
    alter(
      join(folder, 'posthouse.db'),
      `insert into options (key, value, updated_at) values ('TurnstileCheckEnabled', 'true', 1);
       insert into second_factors (user_id, secret, created_at, confirmed_at, last_step)
       values (1, '', 1, 1, 0);
       insert into access_tokens (user_id, name, token_hash, tail, created_at, codes_per_day)
       values (1, '', '', '', 1, 0)`,
    )
    const { text } = await run('reset-root-password')
    const password = /Password: (\S+)/.exec(text)?.[1] ?? ''
    expect(await signIn(password)).toBe(true)
    expect(await signIn(rootPassword)).toBe(false)
    await withStores(async ({ accessTokens }) => {
      expect(await accessTokens.listOf(1n)).toEqual([])
    })
  })

  test('backup and restore bring back what was there, and keep what is replaced', async () => {
    const backup = join(folder, 'copy.db')
    expect(await run('backup', backup)).toMatchObject({
      code: 0,
      text: expect.stringContaining('secret'),
    })
    expect((await stat(backup)).size).toBeGreaterThan(0)
    const { text } = await run('reset-root-password')
    const later = /Password: (\S+)/.exec(text)?.[1] ?? ''
    expect(await run('restore', backup)).toMatchObject({ code: 0 })
    expect(await signIn(later)).toBe(false)
    expect((await readdir(folder)).some((name) => name.includes('.replaced-'))).toBe(true)
  })

  test('nothing of it can be read by other users of the machine', async () => {
    await chmod(join(folder, 'posthouse.db'), 0o644)
    await run('doctor')
    await run('backup', join(folder, 'private.db'))
    const modes = (await readdir(folder)).map(async (name) => ({
      name,
      open: ((await stat(join(folder, name))).mode & 0o077) !== 0,
    }))
    expect((await Promise.all(modes)).filter(({ open }) => open)).toEqual([])
  })

  test('a database that is put back is open to nobody else, whatever its backup was', async () => {
    const backup = join(folder, 'open.db')
    await run('backup', backup)
    await chmod(backup, 0o644)
    expect(await run('restore', backup)).toMatchObject({ code: 0 })
    expect((await stat(join(folder, 'posthouse.db'))).mode & 0o077).toBe(0)
  })

  test('a backup takes the place of another backup alone', async () => {
    const file = join(folder, 'posthouse.db')
    const server = await open()
    await symlink(file, join(folder, 'link.db'))
    await writeFile(join(folder, 'notes.txt'), 'keep me')
    for (const name of ['', '-wal', '-journal', '.lock']) {
      expect(await run('backup', `${file}${name}`)).toMatchObject({ code: 1 })
    }
    for (const name of ['link.db', 'notes.txt', 'settlements.journal']) {
      expect(await run('backup', join(folder, name))).toMatchObject({ code: 1 })
    }
    expect(await readFile(join(folder, 'notes.txt'), 'utf8')).toBe('keep me')
    const twice = join(folder, 'twice.db')
    expect(await run('backup', twice)).toMatchObject({ code: 0 })
    expect(await run('backup', twice)).toMatchObject({ code: 0 })
    await server.close()
    expect(await run('backup', file)).toMatchObject({ code: 1 })
    expect(await run('doctor')).toMatchObject({ code: 0 })
  })

  test('restore refuses a file that is not there, and touches nothing', async () => {
    expect((await run('restore', join(folder, 'nothing.db'))).code).toBe(1)
    expect((await run('doctor')).code).toBe(0)
  })

  test.each([
    ['junk', async (file: string) => writeFile(file, 'junk'.repeat(1_000)), 'not a database'],
    ['an empty file', async (file: string) => writeFile(file, ''), 'no database of Posthouse'],
    [
      'a database of something else',
      async (file: string) => alter(file, 'create table users (id integer)'),
      'no database of Posthouse',
    ],
    [
      'a damaged copy',
      async (file: string) => {
        await copyFile(join(folder, 'posthouse.db'), file)
        const handle = await openFile(file, 'r+')
        const { size } = await handle.stat()
        await handle.write(Buffer.alloc(Math.floor(size / 2), 7), 0, null, 8_192)
        await handle.close()
      },
      'damaged|malformed',
    ],
    [
      'a copy of another schema',
      async (file: string) => {
        await copyFile(join(folder, 'posthouse.db'), file)
        alter(file, "update schema_made set fingerprint = 'beef'")
      },
      'has schema beef',
    ],
    [
      'a copy without a table',
      async (file: string) => {
        await copyFile(join(folder, 'posthouse.db'), file)
        alter(file, 'drop table ledger_debts')
      },
      'it misses ledger_debts',
    ],
    [
      'a pipe, at once',
      async (file: string) => {
        await once(spawn('sh', ['-c', 'mkfifo "$1"', 'sh', file]), 'exit')
      },
      'it is no file',
    ],
  ])('restore refuses %s, and replaces nothing', async (_name, make, why) => {
    const file = join(folder, `bad-${Math.random()}.db`)
    await make(file)
    const before = (await readdir(folder)).filter((name) => name.startsWith('posthouse.db'))
    const { code, text } = await run('restore', file)
    expect(code).toBe(1)
    expect(text).toContain('was not restored')
    expect(text).toMatch(new RegExp(why))
    const after = (await readdir(folder)).filter((name) => name.startsWith('posthouse.db'))
    expect(after).toEqual(before)
    expect((await run('doctor')).code).toBe(0)
  })

  test('while a server has the database, a command says who has it', async () => {
    const server = await open()
    const { code, text } = await run('prices')
    await server.close()
    expect(code).toBe(1)
    expect(text).toContain(String(process.pid))
  })

  test('doctor and backup work beside the server, through a socket of its owner alone', async () => {
    const server = await open()
    const socket = join(folder, 'posthouse.db.socket')
    expect((await stat(socket)).mode & 0o777).toBe(0o600)
    const journal = join(folder, 'settlements.journal')
    await keepRefused(journal, { reason: 'test', command: settle('unknown', 3) })
    expect(await run('doctor')).toMatchObject({
      code: 1,
      text: expect.stringContaining('refused settlements: 1'),
    })
    expect(await run('doctor', '--replay')).toMatchObject({
      code: 0,
      text: expect.stringContaining('still refused: 0'),
    })
    expect(await run('backup', 'beside.db')).toMatchObject({
      code: 0,
      text: expect.stringContaining(join(folder, 'beside.db')),
    })
    expect(await run('backup', join('nowhere', 'beside.db'))).toMatchObject({ code: 1 })
    await server.close()
    expect((await readdir(folder)).filter((name) => /socket|^\.s-/.test(name))).toEqual([])
    expect(await run('restore', 'beside.db')).toMatchObject({ code: 0 })
  })

  test('archive lists the days that were put away, and prints the rows of one', async () => {
    expect((await run('archive')).text).toContain('Nothing is archived')
    await withStores(async ({ db }) => {
      const row = { ...usageOf('archived'), type: 3n, created_at: BigInt(Date.UTC(2026, 0, 2, 3)) }
      await db
        .insertInto('usage_log')
        .values(row as never)
        .execute()
      expect(await archiveLog({ db, clock: systemClock }, 30)).toBeGreaterThan(0)
    })
    const server = await open()
    expect(await run('archive')).toMatchObject({
      code: 0,
      text: expect.stringContaining('2026-01-02  rows: 1\n'),
    })
    const { text } = await run('archive', '2026-01-02')
    expect(JSON.parse(text)).toMatchObject({ request_id: 'archived', type: 3, attempts: [] })
    expect(await run('archive', '2026-01-03')).toMatchObject({ code: 1 })
    await server.close()
  })

  test('a command whose reader leaves ends quietly, and only itself', async () => {
    const day = Date.UTC(2026, 0, 5, 3)
    await withStores(async ({ db }) => {
      for (let row = 0; row < 2_000; row += 1) {
        await db
          .insertInto('usage_log')
          .values({ ...usageOf(`row-${row}`), type: 3n, created_at: BigInt(day) } as never)
          .execute()
      }
      await archiveLog({ db, clock: systemClock }, 30)
    })
    const server = await open()
    const child = spawn(process.execPath, [entry, 'archive', '2026-01-05'], { env, cwd: folder })
    let told = ''
    child.stderr.on('data', (text) => (told += String(text)))
    child.stdout.once('data', () => child.stdout.destroy())
    expect(await once(child, 'close')).toEqual([141, null])
    expect(told).toBe('')
    const asked = `${JSON.stringify({ command: 'archive', argument: '2026-01-05' })}\n`
    for (const words of [asked, asked, '', 'no line', '{}\n']) {
      const socket = connect(join(folder, 'posthouse.db.socket'))
      await once(socket, 'connect')
      await new Promise((resolve) => socket.write(words, resolve))
      // What the server has written by then was not read.
      socket.destroy()
      await once(socket, 'close')
      expect((await run('archive')).text).toContain('2026-01-05  rows: 2000')
    }
    await server.close()
  })

  test('a socket that a killed server left keeps nobody out', async () => {
    const socket = join(folder, 'posthouse.db.socket')
    const script = `require('node:net').createServer().listen(${JSON.stringify(socket)}, () => process.kill(process.pid, 'SIGKILL'))`
    await new Promise((resolve) => execFile(process.execPath, ['-e', script], resolve))
    expect((await stat(socket)).isSocket()).toBe(true)
    expect((await run('doctor')).code).toBe(0)
    const server = await open()
    expect((await run('doctor')).code).toBe(0)
    await server.close()
  })

  test('a server whose socket cannot be made serves all the same, and leaves nothing behind', async () => {
    const name = join(folder, 'posthouse.db.socket')
    await mkdir(join(name, 'taken'), { recursive: true })
    const server = await open()
    expect((await fetch(`${server.address.replace('localhost', '127.0.0.1')}/healthz`)).ok).toBe(
      true,
    )
    expect((await readdir(folder)).filter((entry) => entry.startsWith('.s-'))).toEqual([])
    await server.close()
    await rm(name, { recursive: true })
  })

  test('a command is no node, and leaves the schema to the server', async () => {
    const file = join(folder, 'posthouse.db')
    const read = (statement: string) => {
      const database = new DatabaseSync(file)
      const rows = database.prepare(statement).all()
      database.close()
      return rows
    }
    const nodes = 'select id from ledger_incarnations'
    const before = read(nodes)
    expect((await run('doctor')).code).toBe(0)
    expect(read(nodes)).toEqual(before)

    const made = 'select fingerprint from schema_made'
    const [{ fingerprint } = { fingerprint: '' }] = read(made)
    alter(file, "update schema_made set fingerprint = 'beef'")
    const { code, text } = await run('doctor')
    expect(code).toBe(1)
    expect(text).toContain('The database has schema beef;')
    expect(read(made)).toEqual([{ fingerprint: 'beef' }])
    alter(file, `update schema_made set fingerprint = '${String(fingerprint)}'`)
  })

  test('restore of a PostgreSQL database names the tool for it, and no password', async () => {
    const url = env['DATABASE_URL']
    const cluster = {
      DATABASE_URL: 'postgres://u:hunter2@127.0.0.1:1/posthouse',
      POSTHOUSE_SECRET_KEY: 'a secret key of the tests, long enough',
    }
    env = { ...env, ...cluster }
    const { code, text } = await run('restore', 'any.db')
    env = { ...env, DATABASE_URL: url, POSTHOUSE_SECRET_KEY: '' }
    expect(code).toBe(1)
    expect(text).toContain('pg_restore')
    expect(text).not.toContain('hunter2')
  })

  test('bad values of the environment are named', async () => {
    env = { ...env, PORT: 'nonsense' }
    const { code, text } = await run('doctor')
    env = { ...env, PORT: '' }
    expect(code).toBe(1)
    expect(text).toContain('PORT is "nonsense"')
  })
})
