import { testDatabase } from '@posthouse/testkit/database'
import { expect, test } from 'vitest'
import { archiveLog } from '../archive-log.ts'
import { writeRecords } from '../write-records.ts'
import { failuresOf } from './failures.ts'
import { foldRollups } from './fold-rollups.ts'

const hourMs = 3_600_000
const start = Date.UTC(2026, 10, 20, 10)

const attempt = (channel: bigint, failure: string, hour = 0) => ({
  request_id: 'call',
  number: 1n,
  channel_id: channel,
  channel_key_id: 1n,
  model: 'model-1',
  status: 500n,
  failure,
  message: '',
  started_at: BigInt(start + hour * hourMs + 5),
  duration_ms: 1n,
})

test('failed attempts are counted by channel and class, over nodes and folds', async () => {
  await using here = await testDatabase()
  const { kysely: db, dialect } = here.database
  const attempts = [
    attempt(1n, 'timeout'),
    attempt(1n, 'timeout'),
    attempt(1n, 'overloaded', 1),
    // The one that answered in the end is in the log.
    attempt(2n, ''),
    // Nor is its channel to blame for who left.
    attempt(2n, 'client-left'),
  ]
  for (const node of ['one', 'two', 'one']) {
    await writeRecords(db, { attempts, refused: [] }, node)
  }
  await writeRecords(db, { attempts: [attempt(3n, 'timeout', 2)], refused: [] }, 'one')
  await writeRecords(db, { attempts: [attempt(2n, '')], refused: [] }, 'one')
  const all = { from: start, to: start + 3 * hourMs }
  const found = [
    { channelId: 1n, failure: 'timeout', attempts: 6 },
    { channelId: 1n, failure: 'overloaded', attempts: 3 },
    { channelId: 3n, failure: 'timeout', attempts: 1 },
  ]
  expect(await failuresOf(db, all)).toEqual(found)
  expect(await failuresOf(db, { ...all, channelId: 3n })).toEqual(found.slice(2))
  expect(await failuresOf(db, { from: start + hourMs, to: start + hourMs })).toEqual([found[1]])
  expect(await foldRollups({ db, dialect, clock: { now: () => 0, monotonic: () => 0 } })).toBe(5)
  expect(await failuresOf(db, all)).toEqual(found)
})

test('counts of days are put away with the attempts of their calls', async () => {
  await using here = await testDatabase()
  const { kysely: db } = here.database
  await writeRecords(db, { attempts: [attempt(1n, 'timeout')], refused: [] }, 'one')
  await writeRecords(db, { attempts: [attempt(1n, 'timeout', 24)], refused: [] }, 'one')
  const now = start + 31 * 24 * hourMs
  const clock = { now: () => now, monotonic: () => now }
  const all = { from: start, to: now }
  const attempts = async () => (await failuresOf(db, all)).map((row) => row.attempts)
  await archiveLog({ db, clock }, 0)
  expect(await attempts()).toEqual([2])
  await archiveLog({ db, clock }, 30)
  expect(await attempts()).toEqual([1])
})
