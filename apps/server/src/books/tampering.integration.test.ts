import { createHash } from 'node:crypto'
import { gunzipSync, gzipSync } from 'node:zlib'
import { chatAnswer, usageOf } from '@posthouse/testkit/chat-frames'
import { chatOf, openStand, type Stand } from '@posthouse/testkit/stand'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemClock } from '../lib/clock.ts'
import { archiveLog } from '../domain/usage-log/archive-log.ts'
import { foldRollups } from '../domain/usage-log/rollups/fold-rollups.ts'
import { rollupColumns } from '../domain/usage-log/rollups/rollup-rows.ts'
import { examineBooks } from './examine-books.ts'

let stand: Stand
let call = ''
beforeAll(async () => {
  stand = await openStand()
  const customer = await stand.customer()
  stand.upstream.on('mock/one', (asked) => asked.json(200, chatAnswer('hello', usageOf(10, 5))))
  for (const model of ['mock/one', 'mock/one', 'mock/unknown']) {
    const response = await stand.ask(customer, chatOf(model, 'hello'))
    await response.text()
    const id = response.headers.get('x-request-id') ?? ''
    await stand.books.charge(id)
    if (call === '') call = id
  }
})
afterAll(() => stand[Symbol.asyncDispose]())

const stores = () => stand.product.server.stores

async function wrongNow(): Promise<string[]> {
  const { db, database, ledger, dataFolder } = stores()
  const findings = await examineBooks({
    db,
    dialect: database.dialect,
    reader: ledger.reader,
    clock: systemClock,
    dataFolder,
  })
  return findings.filter(({ ok }) => !ok).map(({ text }) => text)
}

const run = async (statement: RawBuilder<unknown>): Promise<void> => {
  await statement.execute(stores().db)
}

type Table =
  | 'usage_log'
  | 'usage_rollup'
  | 'node_rollup'
  | 'latency_rollup'
  | 'failure_rollup'
  | 'meter_rollup'
  | 'ledger_holds'
  | 'log_archives'
  | 'ledger_transfers'

/** What is found while a table is falsified; afterwards it is as it was. */
async function foundWhile(table: Table, statement: RawBuilder<unknown>): Promise<string[]> {
  const { db } = stores()
  const before = await db.selectFrom(table).selectAll().execute()
  try {
    await run(statement)
    return await wrongNow()
  } finally {
    await db.deleteFrom(table).execute()
    for (const row of before)
      await db
        .insertInto(table)
        .values(row as never)
        .execute()
  }
}

describe('the books name a row of the log', () => {
  const falsified: readonly (readonly [string, () => RawBuilder<unknown>, string])[] = [
    ['its input tokens', () => sql`input_tokens = input_tokens + 1`, 'whose tokens are not their'],
    ['its output tokens', () => sql`output_tokens = 0`, 'whose tokens are not their usage: 1'],
    ['its usage emptied', () => sql`usage = '[]'`, 'whose tokens are not their usage: 1'],
    ['its usage unreadable', () => sql`usage = 'gone'`, 'whose tokens are not their usage: 1'],
    ['its charge emptied', () => sql`charge = ''`, 'that do not say how they were priced: 1'],
    ['its charge unreadable', () => sql`charge = '{"a'`, 'do not cost the price of their usage: 1'],
    [
      'its ratio',
      () => sql`group_ratio_millionths = group_ratio_millionths * 2`,
      'do not cost the price of their usage: 1',
    ],
    [
      'the usage of its charge',
      () => sql`charge = replace(charge, '"input","amount":10', '"input","amount":11')`,
      'do not cost the price of their usage: 1',
    ],
    [
      'a meter of its usage',
      () => sql`usage = replace(usage, '"output"', '"reasoning"')`,
      'do not cost the price of their usage: 1',
    ],
    [
      'how often it called',
      () => sql`usage = replace(usage, '"call","amount":1', '"call","amount":7')`,
      'do not cost the price of their usage: 1',
    ],
    [
      'a meter more',
      () => sql`usage = replace(usage, ']', ',{"meter":"picture","amount":3}]')`,
      'do not cost the price of their usage: 1',
    ],
    [
      'its usage no list of meters',
      () => sql`usage = '[{"meter":"input"}]'`,
      'whose tokens are not their usage: 1',
    ],
    ['its kind', () => sql`type = 5`, 'settled holds without a row of the log: 1'],
  ]
  test.each(falsified)('with %s changed', async (_, change, finding) => {
    const found = await foundWhile(
      'usage_log',
      sql`update usage_log set ${change()} where request_id = ${call}`,
    )
    expect(found.join('\n')).toContain(finding)
    expect(await wrongNow()).toEqual([])
  })
})

describe('the books name money by hand', () => {
  test.each([
    ['whose row is gone', 'usage_log', sql`delete from usage_log where type = 4`, 'without a row'],
    [
      'whose row says another amount',
      'usage_log',
      sql`update usage_log set quota = quota + 5 where type = 4`,
      'that are not in the ledger',
    ],
    [
      'whose row is another user’s',
      'usage_log',
      sql`update usage_log set user_id = user_id + 1 where type = 4`,
      'that are not in the ledger',
    ],
  ] as const)('%s', async (_, table, statement, finding) => {
    expect((await foundWhile(table, statement)).join('\n')).toContain(finding)
    expect(await wrongNow()).toEqual([])
  })

  test('a charge that was moved to another customer', async () => {
    const moved = sql`update ledger_transfers set debit = 'wallet:1' where debit like 'wallet:%'
      and operation_id in (select id from ledger_operations where cause = ${`request:${call}`})`
    const found = await foundWhile('ledger_transfers', moved)
    expect(found.join('\n')).toContain(
      `charges taken from a wallet that is not of their row: 1 (request:${call})`,
    )
  })
})

describe.each(['node_rollup', 'usage_rollup'] as const)('the books name a row of %s', (table) => {
  beforeAll(async () => {
    if (table === 'node_rollup') return
    const parts = { db: stores().db, dialect: stores().database.dialect }
    const later = Date.now() + 3 * 3_600_000
    // What this living node adds its totals to stays with it; of another name it is folded.
    await run(sql`update node_rollup set node = 'gone'`)
    await foldRollups({ ...parts, clock: { now: () => later, monotonic: () => later } })
    expect(await wrongNow()).toEqual([])
  })

  test.each(rollupColumns)('whose %s was changed', async (column) => {
    const changed = sql`update ${sql.table(table)} set ${sql.ref(column)} = ${sql.ref(column)} + 1
      where scope = 'user'`
    const ofHour = await foundWhile(table, sql`${changed} and hour > 0`)
    expect(ofHour.join('\n')).toContain('roll-ups by user that are not the sums of the log: ')
    const ofAll = await foundWhile(table, sql`${changed} and hour = 0`)
    expect(ofAll.join('\n')).toContain(
      'roll-ups of all time that are not the sums of their hours: 1',
    )
  })
})

test.each(['durations', 'first_contents'])(
  'the books name a length whose %s are too many',
  async (column) => {
    const more = sql`update latency_rollup set ${sql.ref(column)} = ${sql.ref(column)} + 1
      where scope = 'channel'`
    const found = await foundWhile('latency_rollup', more)
    expect(found.join('\n')).toContain(`lengths of ${column} by channel that count more than`)
    expect(found).toHaveLength(1)
    expect(await wrongNow()).toEqual([])
  },
)

test('the books name an amount of a meter that is too high', async () => {
  const more = sql`update meter_rollup set amount = amount + 1 where scope = 'user' and meter = 'input'`
  expect(await foundWhile('meter_rollup', more)).toEqual([
    expect.stringContaining('meters by user that count more than the log has: '),
  ])
  expect(await wrongNow()).toEqual([])
})

test('the books name a count of failed attempts that is too high', async () => {
  const invented = sql`insert into failure_rollup (channel_id, hour, failure, node, attempts)
    values (1, ${BigInt(Math.floor(Date.now() / 3_600_000))}, 'timeout', 'one', 1)`
  const found = await foundWhile('failure_rollup', invented)
  expect(found).toEqual([
    expect.stringContaining('counts of failed attempts above what there is: 1'),
  ])
})

test.each([
  ['deleted', () => sql`delete from ledger_holds where id = ${call}`],
  ['called void', () => sql`update ledger_holds set state = 'voided' where id = ${call}`],
])('the books name a charge whose hold was %s', async (_, statement) => {
  const found = await foundWhile('ledger_holds', statement())
  expect(found).toEqual([`charges without a settled hold: 1 (request:${call})`])
})

describe('the books read the archive, and name', () => {
  beforeAll(async () => {
    const later = Date.now() + 40 * 86_400_000
    const clock = { now: () => later, monotonic: () => later }
    await archiveLog({ db: stores().db, clock }, 30)
    expect(await wrongNow()).toEqual([])
  })

  /** The same part with other rows, and a checksum that fits. */
  async function rewritten(change: (text: string) => string): Promise<RawBuilder<unknown>> {
    const part = await stores().db.selectFrom('log_archives').selectAll().executeTakeFirstOrThrow()
    const content = gzipSync(change(gunzipSync(part.content).toString('utf8')))
    const checksum = createHash('sha256').update(content).digest('hex')
    return sql`update log_archives set content = ${content}, checksum = ${checksum}
      where id = ${part.id}`
  }

  test('a part with a changed byte', async () => {
    const found = await foundWhile(
      'log_archives',
      sql`update log_archives set checksum = ${'0'.repeat(64)}`,
    )
    expect(found.join('\n')).toContain('parts of the archive that are not as they were written: ')
  })

  test('days whose parts are gone', async () => {
    const { db } = stores()
    // A later day is still there, so that the archive is not as if it had never been.
    await db
      .insertInto('log_archives')
      .values({ day: '2099-01-01', rows: 0n, content: gzipSync('') })
      .execute()
    const found = (
      await foundWhile('log_archives', sql`delete from log_archives where day < '2099-01-01'`)
    ).join('\n')
    await db.deleteFrom('log_archives').where('day', '=', '2099-01-01').execute()
    expect(found).toContain('roll-ups of archived days that are not the sums of their rows: ')
    expect(found).toContain('charges of archived days: 2, their rows: 0')
  })

  test('a row with another price', async () => {
    const statement = await rewritten((text) =>
      text.replace(/(?<head>"type":2,.*?"quota":)\d+/, '$<head>777'),
    )
    const found = (await foundWhile('log_archives', statement)).join('\n')
    expect(found).toContain('rows of the archive whose price is not in the ledger: 1')
    expect(found).toContain('rows of the archive that do not cost the price of their usage: 1')
    expect(found).toContain('roll-ups of archived days that are not the sums of their rows: ')
  })

  test('a row with other tokens', async () => {
    const statement = await rewritten((text) =>
      text.replace(/(?<head>"type":2,.*?"input_tokens":)\d+/, '$<head>1'),
    )
    const found = (await foundWhile('log_archives', statement)).join('\n')
    expect(found).toContain('rows of the archive whose tokens are not their usage: 1')
  })

  test('a charge that the ledger has lost', async () => {
    const found = await foundWhile(
      'ledger_transfers',
      sql`delete from ledger_transfers where operation_id = (
        select id from ledger_operations where cause = ${`request:${call}`})`,
    )
    expect(found.join('\n')).toContain('rows of the archive whose price is not in the ledger: 1')
  })
})
