import { join } from 'node:path'
import { startIncarnation } from '@posthouse/ledger/incarnation'
import { testDatabase } from '@posthouse/testkit/database'
import { grant, hold, settle } from '@posthouse/testkit/ledger-commands'
import { expect, test } from 'vitest'
import type { Clock } from '../lib/clock.ts'
import { expireHolds, expireUnknown } from './expire-holds.ts'

const at = (now: number): Clock => ({ now: () => now, monotonic: () => now })

async function openParts() {
  const here = await testDatabase()
  const { kysely: db, dialect } = here.database
  const { writer: ledger, reader } = await here.database.ledger({
    journalPath: join(here.folder, 'journal'),
  })
  await startIncarnation(db, dialect, 'one')
  await ledger.submit(grant(100, 'start'))
  return {
    parts: { db, dialect, ledger, clock: at(1_000_000), incarnation: 'one' },
    here,
    reader,
    [Symbol.asyncDispose]: here.close,
  }
}

test('a hold that nobody in its process knows of is given back, one that is known is not', async () => {
  await using opened = await openParts()
  const { parts, here, reader } = opened
  await parts.ledger.submit(hold('known', 10))
  // Another writer of the same process: what it committed, the first was told to have failed.
  const other = await here.database.ledger({ journalPath: join(here.folder, 'other') })
  await other.writer.submit(hold('stalled', 20))
  await other.writer.submit(hold('of now', 5, { at: 999_999 }))
  expect(await expireUnknown(parts)).toBe(1)
  expect(await reader.balance('wallet:1')).toMatchObject({ held: 15n })
  expect(await parts.ledger.submit(settle('known', 10))).toMatchObject({
    charged: 10n,
    late: false,
  })
  expect(await expireUnknown({ ...parts, clock: at(2_000_000) })).toBe(1)
  expect(await reader.balance('wallet:1')).toMatchObject({ balance: 90n, held: 0n })
})

test('a hold that was refused is not known, and one that is settled no more', async () => {
  await using opened = await openParts()
  const { ledger } = opened.parts
  expect(await ledger.submit(hold('dear', 101))).toMatchObject({ ok: false })
  expect(ledger.knows('dear')).toBe(false)
  await ledger.submit(hold('a', 10))
  expect(await ledger.submit(hold('a', 10))).toMatchObject({ reason: 'duplicate-hold' })
  expect(ledger.knows('a')).toBe(true)
  await ledger.submit(settle('a', 1))
  expect(ledger.knows('a')).toBe(false)
})

test('where no other process can live all holds of others go, whatever the clock says', async () => {
  await using opened = await openParts()
  const { parts, reader } = opened
  await startIncarnation(parts.db, parts.dialect, 'before')
  // The clock was set back since: its last sign of life is in the future.
  await parts.db
    .updateTable('ledger_incarnations')
    .set(({ eb }) => ({ heartbeat_at: eb('heartbeat_at', '+', 86_400_000n) }))
    .where('id', '=', 'before')
    .execute()
  await parts.ledger.submit(hold('left', 10, { owner: { incarnation: 'before' } }))
  expect(await expireHolds(parts, 0)).toBe(0)
  expect(await expireHolds(parts, null)).toBe(1)
  expect(await reader.balance('wallet:1')).toMatchObject({ held: 0n })
})

test('what a task holds lives as long as the task, whatever becomes of processes', async () => {
  await using opened = await openParts()
  const { parts, reader } = opened
  await parts.ledger.submit(hold('of a task', 10, { owner: { task: 'song' } }))
  await parts.ledger.submit(hold('left', 10, { owner: { incarnation: 'never begun' } }))
  expect(await expireHolds(parts, null)).toBe(1)
  expect(await reader.balance('wallet:1')).toMatchObject({ held: 10n })
  expect(await parts.ledger.submit(settle('of a task', 4))).toMatchObject({ ok: true, late: false })
  expect(await reader.balance('wallet:1')).toMatchObject({ held: 0n, available: 96n })
})
