import { join } from 'node:path'
import { chatAnswer, usageOf } from '@posthouse/testkit/chat-frames'
import { testDatabase } from '@posthouse/testkit/database'
import { grant, hold, settle } from '@posthouse/testkit/ledger-commands'
import { chatOf, openStand } from '@posthouse/testkit/stand'
import { type Kysely, sql, type Transaction } from 'kysely'
import { expect, test } from 'vitest'
import type { Tables } from '../../../db/tables.ts'
import { foldRollups } from './fold-rollups.ts'
import { createRollupStore } from './rollup-store.ts'
import { writeRecords } from '../write-records.ts'

/* What only PostgreSQL can do: nodes that write at once. */

/** A transaction of another node that has done its work and does not end before it is told to. */
async function openTransaction(
  db: Kysely<Tables>,
  work: (transaction: Transaction<Tables>) => Promise<unknown>,
): Promise<() => Promise<void>> {
  const done = Promise.withResolvers<void>()
  const end = Promise.withResolvers<void>()
  const ended = db.transaction().execute(async (transaction) => {
    await work(transaction)
    done.resolve()
    await end.promise
  })
  await done.promise
  return async () => {
    end.resolve()
    await ended
  }
}

test('no charge and no refusal waits for the roll-ups of another node', async () => {
  await using stand = await openStand()
  const { db } = stand.product.server.stores
  const customer = await stand.customer()
  stand.upstream.on('mock/one', (call) => call.json(200, chatAnswer('hello', usageOf(10, 5))))
  const asked = async (model: string): Promise<void> => {
    const response = await stand.ask(customer, chatOf(model, 'hello'))
    await response.text()
    await stand.books.charge(response.headers.get('x-request-id') ?? '')
  }
  for (const model of ['mock/one', 'nobody/has-it']) await asked(model)
  const end = await openTransaction(db, async (transaction) => {
    await sql`select * from usage_rollup for update`.execute(transaction)
    await sql`insert into node_rollup (scope, scope_id, hour, model, node)
      select distinct scope, scope_id, hour, model, 'other' from node_rollup
      on conflict (scope, scope_id, hour, model, node)
      do update set requests = node_rollup.requests`.execute(transaction)
  })
  for (const model of ['mock/one', 'nobody/has-it']) await asked(model)
  await end()
})

const key = { scope: 'user', scope_id: 1n, hour: 0n, model: '' }
const call = (id: string) =>
  settle(id, 3, {
    usage: null,
    tallies: [
      {
        table: 'node_rollup',
        key: { ...key, node: 'gone' },
        add: { requests: 1n, quota: 'charged' },
      },
    ],
  })

test('a fold leaves what is being added to, and takes it whole later', async () => {
  await using here = await testDatabase()
  const { kysely: db, dialect } = here.database
  const { writer } = await here.database.ledger({ journalPath: join(here.folder, 'journal') })
  await writer.submit(grant(100, 'start'))
  await writer.submit(hold('a', 3))
  await writer.submit(call('a'))
  const end = await openTransaction(db, (transaction) =>
    transaction
      .updateTable('node_rollup')
      .set(({ eb }) => ({ requests: eb('requests', '+', 1n) }))
      .execute(),
  )
  const parts = { db, dialect, clock: { now: () => 0, monotonic: () => 0 } }
  expect(await foldRollups(parts)).toBe(0)
  await end()
  expect(await foldRollups(parts)).toBe(1)
  expect(await createRollupStore(db).totalOf(1n)).toEqual({ requests: 2, quota: 3n })
})

test('settlements and refusals write the same rows in the same order', async () => {
  await using here = await testDatabase()
  const { kysely: db } = here.database
  const { writer } = await here.database.ledger({ journalPath: join(here.folder, 'journal') })
  const users = [10n, 1n, 2n]
  const models = ['b', 'a 0', 'a', 'a!', 'A']
  const written = async (node: string) => {
    const { rows } = await sql<{ name: string }>`
      select scope || ' ' || scope_id || ' ' || hour || ' ' || model as name from node_rollup
      where node = ${node} and scope = 'user' and hour > 0 order by ctid`.execute(db)
    return rows.map(({ name }) => name)
  }
  const refused = users.flatMap((user) =>
    models.map((model) => ({
      request_id: `${user} ${model}`,
      type: 5n,
      created_at: 7_200_000n,
      user_id: user,
      token_id: 1n,
      model,
    })),
  )
  await writeRecords(db, { attempts: [], refused }, 'node')
  await writer.submit(grant(100, 'start'))
  await writer.submit(hold('a', 3))
  await writer.submit(
    settle('a', 3, {
      usage: null,
      tallies: users.flatMap((user) =>
        models.map((model) => ({
          table: 'node_rollup',
          key: { scope: 'user', scope_id: user, hour: 2n, model, node: 'other' },
          add: { requests: 1n },
        })),
      ),
    }),
  )
  expect(await written('node')).toEqual(await written('other'))
})
