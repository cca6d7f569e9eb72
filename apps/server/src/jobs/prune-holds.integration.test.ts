import { join } from 'node:path'
import { testDatabase } from '@posthouse/testkit/database'
import { grant, hold, release, settle } from '@posthouse/testkit/ledger-commands'
import { expect, test } from 'vitest'
import { requestId } from '../lib/ids.ts'
import { pruneHolds } from './prune-holds.ts'

const day = 86_400_000
const now = Date.UTC(2026, 10, 22)

test('holds that ended go after thirty days; what is pending or expired stays, and so do all transfers', async () => {
  await using here = await testDatabase()
  const { kysely } = here.database
  const { writer, reader } = await here.database.ledger({ journalPath: join(here.folder, 'j') })
  await writer.submit(grant(1_000, 'start'))
  const made = async (daysAgo: number) => {
    const at = now - daysAgo * day
    const id = requestId(at)
    await writer.submit(hold(id, 10, { at }))
    return { id, at }
  }
  const [old, late, young, pending, expired] = [
    await made(40),
    await made(40),
    await made(10),
    await made(50),
    await made(60),
  ]
  await writer.submit(settle(old.id, 10, { at: old.at }))
  // Made long ago and ended yesterday: somebody may still ask.
  await writer.submit(settle(late.id, 10, { at: now - day }))
  await writer.submit({ ...release(young.id), at: young.at })
  await writer.submit({ ...release(expired.id, true), at: expired.at })
  expect(await pruneHolds(kysely, now)).toBe(1)
  expect(await pruneHolds(kysely, now)).toBe(0)
  const left = await kysely.selectFrom('ledger_holds').select('id').execute()
  expect(left.map(({ id }) => id).toSorted()).toEqual(
    [late, young, pending, expired].map(({ id }) => id).toSorted(),
  )
  expect(await reader.entries(`request:${old.id}`)).toMatchObject([{ amount: 10n }])
  // Told a second time, what is gone changes nothing; what had expired is charged after all.
  expect(await writer.submit(settle(old.id, 10))).toMatchObject({ reason: 'unknown-hold' })
  expect(await writer.submit(settle(expired.id, 10))).toMatchObject({ charged: 10n, late: true })
  expect(await reader.differences()).toEqual([])
})
