import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Journal } from '@posthouse/ledger/journal'
import { eventually } from '@posthouse/testkit/books'
import { testDialect, testUrl } from '@posthouse/testkit/database'
import { freePort } from '@posthouse/testkit/free-port'
import { grant, hold, settle } from '@posthouse/testkit/ledger-commands'
import { isLongRun } from '@posthouse/testkit/long-run'
import { rootPassword } from '@posthouse/testkit/product'
import { startServer } from '@posthouse/testkit/server-process'
import { expect, test } from 'vitest'
import { readConfig } from '../config/config.ts'
import { createLog } from '../lib/log.ts'
import { systemClock } from '../lib/clock.ts'
import { openServer } from '../open-server.ts'

/*
 * A node that left settlements behind when it died, because its database was away: they are charged
 * before it asks anything of the ledger, and it starts.
 */

const secretKey = 'a secret key of the tests, long enough'

/** A node that can be started again and again; `left` settlements wait in its journal. */
async function nodeWith(left: number) {
  const folder = await mkdtemp(join(tmpdir(), 'posthouse-journal-'))
  const place = await testUrl(folder)
  const port = await freePort()
  const journalPath = join(
    folder,
    ...(testDialect() === 'sqlite'
      ? ['settlements.journal']
      : ['data', `settlements-${port}.journal`]),
  )
  const start = () =>
    openServer({
      config: readConfig({
        HOST: '127.0.0.1',
        PORT: String(port),
        DATABASE_URL: place.url,
        POSTHOUSE_ROOT_PASSWORD: rootPassword,
        POSTHOUSE_SECRET_KEY: secretKey,
      }),
      log: createLog('silent'),
      clock: systemClock,
      dataFolder: join(folder, 'data'),
    })
  const before = await start()
  const { ledger, incarnation } = before.stores
  const { writer } = ledger
  await writer.submit(grant(left + 1, 'start', 'wallet:77'))
  // Of a process without a row they would count as left behind, and be given back while they are made.
  const of = { accounts: [{ code: 'wallet:77' as const }], owner: { incarnation } }
  const names = Array.from({ length: left }, (_, index) => `left-${index}`)
  await Promise.all(names.map((name) => writer.submit(hold(name, 1, of))))
  await before.close()
  const journal = await Journal.open(journalPath)
  await Promise.all(names.map((name) => journal.append(settle(name, 1))))
  await journal.close()
  return {
    folder,
    url: place.url,
    port,
    journalPath,
    start,
    [Symbol.asyncDispose]: async () => {
      await place.remove()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function expectCharged(node: Awaited<ReturnType<typeof nodeWith>>, left: number) {
  const server = await node.start()
  const { ledger, db } = server.stores
  expect(ledger.writer.stats().journalled).toBe(0)
  expect(await ledger.reader.balance('wallet:77')).toMatchObject({ balance: 1n, held: 0n })
  const rows = await db.selectFrom('usage_log').select('request_id').execute()
  expect(rows.filter(({ request_id }) => request_id.startsWith('left-'))).toHaveLength(left)
  const late = await db
    .selectFrom('ledger_operations')
    .select('id')
    .where('late', '=', 1n)
    .execute()
  expect(late).toEqual([])
  expect(await ledger.reader.differences()).toEqual([])
  await server.close()
}

test.each([1, 257, ...(isLongRun ? [10_000] : [])])(
  'a node with %i unsettled entries in its journal starts, and charges them first',
  async (left) => {
    await using node = await nodeWith(left)
    await expectCharged(node, left)
  },
)

test('a node that is killed while it replays goes on where it was', async () => {
  const left = isLongRun ? 10_000 : 1_500
  await using node = await nodeWith(left)
  const killed = startServer({
    port: node.port,
    databaseFile: join(node.folder, 'test.db'),
    env: { DATABASE_URL: node.url },
    cwd: node.folder,
  })
  // On a busy machine all of it may be done between two looks.
  await eventually('the first progress', async () => {
    const text = await readFile(node.journalPath, 'utf8')
    return text.includes('{"ended":') || !text.includes('"settle"') ? true : null
  })
  killed.kill('SIGKILL')
  await killed.exited
  await expectCharged(node, left)
})
