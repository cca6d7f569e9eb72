import { testDatabase } from '@posthouse/testkit/database'
import { expect, test } from 'vitest'
import { createRollupStore } from './rollup-store.ts'

const hourMs = 3_600_000

test('days are the reader’s, also when clocks change, and nothing is lost between them', async () => {
  await using store = await testDatabase()
  const { kysely } = store.database
  const begin = Date.UTC(2026, 9, 23) / hourMs
  const hours = Array.from({ length: 96 }, (_, index) => begin + index)
  await kysely
    .insertInto('usage_rollup')
    .values(
      hours.map((hour) => ({
        scope: 'user',
        scope_id: 1n,
        hour: BigInt(hour),
        model: hour % 2 === 0 ? 'even' : 'odd',
        // One of them an error.
        requests: 2n,
        errors: 1n,
        quota: 10n,
        input_tokens: 3n,
        output_tokens: 5n,
        duration_ms: 7n,
        first_content_ms: 0n,
        first_content_count: 0n,
      })),
    )
    .execute()
  const rollups = createRollupStore(kysely)
  const span = { from: begin * hourMs, to: (begin + 95) * hourMs, timeZone: 'Europe/Berlin' }
  const days = await rollups.daysOf(1n, span)
  const requestsOn = (day: string) =>
    days.filter((row) => row.day === day).reduce((sum, { requests }) => sum + requests, 0)
  // Berlin is two hours ahead until the 25th, which has 25 hours.
  expect(requestsOn('2026-10-23')).toBe(22)
  expect(requestsOn('2026-10-24')).toBe(24)
  expect(requestsOn('2026-10-25')).toBe(25)
  expect(days.reduce((sum, { requests }) => sum + requests, 0)).toBe(96)
  expect(days.reduce((sum, { quota }) => sum + quota, 0n)).toBe(960n)
  expect(await rollups.daysOf(2n, span)).toEqual([])
})

const sumsOfAll = {
  scope: 'user',
  scope_id: 1n,
  hour: 0n,
  model: '',
  requests: 0n,
  errors: 0n,
  quota: 0n,
  input_tokens: 0n,
  output_tokens: 0n,
  duration_ms: 0n,
  first_content_ms: 0n,
  first_content_count: 0n,
}

test('what somebody has used counts no call that failed', async () => {
  await using store = await testDatabase()
  const { kysely } = store.database
  const rollups = createRollupStore(kysely)
  expect(await rollups.totalOf(1n)).toEqual({ requests: 0, quota: 0n })
  await kysely
    .insertInto('usage_rollup')
    .values({ ...sumsOfAll, requests: 5n, errors: 2n, quota: 30n })
    .execute()
  expect(await rollups.totalOf(1n)).toEqual({ requests: 3, quota: 30n })
  for (const node of ['one', 'two']) {
    await kysely
      .insertInto('node_rollup')
      .values({ ...sumsOfAll, node, requests: 2n, quota: 7n })
      .execute()
  }
  expect(await rollups.totalOf(1n)).toEqual({ requests: 7, quota: 44n })
})
