import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Command, Hold, Move, Result } from './command.ts'
import { Journal } from './journal/journal.ts'
import { release, settle } from './testing/commands.ts'
import { quota } from './quota.ts'
import { LedgerUnavailable, LedgerWriter } from './writer.ts'
import type { WriterOptions } from './writer.ts'

class Away extends Error {}

const hold = (id: string): Hold => ({
  kind: 'hold',
  id,
  amount: quota(9_007_199_254_740_993n),
  minimum: quota(1),
  accounts: [{ code: 'wallet:1' }],
  owner: { incarnation: 'one' },
  at: 1,
})
const grant = (cause: string): Move => ({
  kind: 'grant',
  cause,
  account: 'wallet:1',
  counterpart: 'granted',
  amount: quota(1),
  actor: 'test',
  remark: '',
  usage: null,
  at: 1,
})

let folder: string
let path: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'posthouse-journal-'))
  path = join(folder, 'journal')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const never = (command: Command): boolean => command.at < 0

/** A database that records its batches and can be told to fail. */
function fakeDatabase() {
  const batches: (readonly Command[])[] = []
  const state = { away: false, spoilt: never, batches }
  const run: WriterOptions['run'] = async (commands) => {
    await new Promise((resolve) => setImmediate(resolve))
    if (state.away) throw new Away('away')
    if (commands.some(state.spoilt)) throw new Error('constraint')
    batches.push(commands)
    return commands.map((): Result => ({ ok: true, held: quota(1) }))
  }
  return { state, run, isUnavailable: (error: unknown) => error instanceof Away }
}

async function open(database: ReturnType<typeof fakeDatabase>): Promise<LedgerWriter> {
  const journal = await Journal.open(path)
  const { run, isUnavailable } = database
  const replayDelayMs = { first: 1, most: 4 }
  return new LedgerWriter({ run, isUnavailable, journal, replayDelayMs })
}

/** The lines of a journal, without the reserved space. */
const linesIn = async (file: string): Promise<string[]> =>
  (await readFile(file, 'utf8')).replaceAll('\0', '').split('\n').slice(0, -1)

const until = async (done: () => boolean): Promise<void> => {
  while (!done()) await new Promise((resolve) => setTimeout(resolve, 1))
}

describe('group commit', () => {
  test('commands queued during a commit share the next batch', async () => {
    const database = fakeDatabase()
    const [begun, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const run: WriterOptions['run'] = async (commands) => {
      begun.resolve()
      await gate.promise
      return database.run(commands)
    }
    const writer = await open({ ...database, run })
    const first = writer.submit(hold('first'))
    await begun.promise
    const others = Array.from({ length: 63 }, (_, name) => writer.submit(hold(`${name}`)))
    gate.resolve()
    await Promise.all([first, ...others])
    expect(database.state.batches.map(({ length }) => length)).toEqual([1, 63])
    expect(writer.stats()).toMatchObject({ commands: 64, commits: 2 })
    await writer.close()
  })

  test('a batch has at most 256 commands', async () => {
    const database = fakeDatabase()
    const writer = await open(database)
    await Promise.all(Array.from({ length: 600 }, (_, name) => writer.submit(hold(`${name}`))))
    expect(database.state.batches.map(({ length }) => length)).toEqual([256, 256, 88])
    await writer.close()
  })

  test('one command that spoils a batch does not spoil its neighbours', async () => {
    const database = fakeDatabase()
    database.state.spoilt = (command) => command.kind === 'settle' && command.hold === 'bad'
    const writer = await open(database)
    const names = ['a', 'b', 'bad', 'c', 'd']
    const answers = await Promise.allSettled(names.map((name) => writer.submit(settle(name))))
    expect(answers.map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'rejected',
      'fulfilled',
      'fulfilled',
    ])
    // A settlement that the ledger cannot take is money: it is kept for manual review.
    expect(await readFile(`${path}.refused`, 'utf8')).toContain('"hold":"bad"')
    await writer.close()
  })

  test('close lets what was submitted finish, then takes no more', async () => {
    const database = fakeDatabase()
    const writer = await open(database)
    const running = writer.submit(hold('a'))
    await Promise.all([writer.close(), writer.close()])
    expect(await running).toMatchObject({ ok: true })
    await expect(writer.submit(hold('b'))).rejects.toThrow(LedgerUnavailable)
  })

  test('a command that makes no sense is the mistake of its caller', async () => {
    const writer = await open(fakeDatabase())
    await expect(writer.submit({ ...hold('a'), amount: quota(-1) })).rejects.toThrow(RangeError)
    await expect(writer.submit({ ...grant('a'), amount: quota(0) })).rejects.toThrow(RangeError)
    await expect(writer.submit({ ...grant('a'), counterpart: 'allowed' })).rejects.toThrow(
      RangeError,
    )
    const everyRow = { table: 'orders', key: {}, values: { state: 'paid' } }
    await expect(writer.submit({ ...settle('a'), rows: [everyRow] })).rejects.toThrow(RangeError)
    const short = { table: 'sums', columns: ['of', 'day'], keys: [['all']], add: { n: 1n } }
    await expect(writer.submit({ ...settle('a'), tallies: [short] })).rejects.toThrow(RangeError)
    const odd = { table: 'orders; --', values: {} }
    await expect(writer.submit({ ...settle('a'), rows: [odd] })).rejects.toThrow(RangeError)
    await expect(writer.submit({ ...settle('a'), usage: { 'x") --': 1n } })).rejects.toThrow(
      'not a column name',
    )
    await writer.close()
  })
})

describe('while the database is away', () => {
  test('settlements are journalled, the rest is told to come again', async () => {
    const database = fakeDatabase()
    database.state.away = true
    const writer = await open(database)
    const answers = await Promise.allSettled([
      writer.submit(settle('a')),
      writer.submit(release('b')),
      writer.submit(hold('c')),
      writer.submit(grant('d')),
    ])
    expect(answers[0]).toMatchObject({
      value: { ok: true, charged: settle('a').amount, journalled: true },
    })
    expect(answers[1]).toMatchObject({ value: { ok: true, journalled: true } })
    expect(answers[2]).toMatchObject({ reason: expect.any(LedgerUnavailable) })
    expect(answers[3]).toMatchObject({ reason: expect.any(LedgerUnavailable) })
    await writer.close()
  })

  test('new holds are refused until the journal is replayed, in order', async () => {
    const database = fakeDatabase()
    database.state.away = true
    const writer = await open(database)
    await writer.submit(settle('a'))
    await writer.submit(release('b'))
    await expect(writer.submit(hold('c'))).rejects.toThrow(LedgerUnavailable)
    expect(database.state.batches).toEqual([])

    database.state.away = false
    await until(() => writer.stats().journalled === 0)
    expect(database.state.batches.flat()).toEqual([settle('a'), release('b')])
    await until(() => writer.stats().journalled === 0)
    expect(await writer.submit(hold('c'))).toMatchObject({ ok: true })
    await writer.close()
    expect(await linesIn(path)).toEqual([])
  })

  test('a hold that may have been committed is given back afterwards', async () => {
    const database = fakeDatabase()
    database.state.away = true
    const writer = await open(database)
    await expect(writer.submit(hold('a'))).rejects.toThrow(LedgerUnavailable)
    database.state.away = false
    await until(() => database.state.batches.length > 0)
    expect(database.state.batches.flat()).toMatchObject([{ kind: 'void', hold: 'a' }])
    await writer.close()
  })

  test('the journal outlives its process, and a torn last line', async () => {
    const database = fakeDatabase()
    database.state.away = true
    const before = await open(database)
    await before.submit(settle('a'))
    await before.submit(settle('b'))
    await before.close()
    await appendFile(path, '{"kind":"settle","hold":"to')

    database.state.away = false
    const after = await open(database)
    await until(() => after.stats().journalled === 0)
    expect(database.state.batches.flat()).toEqual([settle('a'), settle('b')])
    await after.close()
  })

  test('a journalled command that the ledger cannot take does not block the others', async () => {
    const database = fakeDatabase()
    database.state.away = true
    const writer = await open(database)
    await Promise.all(['a', 'bad', 'c'].map((name) => writer.submit(settle(name))))
    database.state.spoilt = (command) => command.kind === 'settle' && command.hold === 'bad'
    database.state.away = false
    await until(() => writer.stats().journalled === 0)
    expect(database.state.batches.flat()).toEqual([settle('a'), settle('c')])
    expect(await readFile(`${path}.refused`, 'utf8')).toContain('"hold":"bad"')
    await writer.close()
  })
})
