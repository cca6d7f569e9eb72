import { DatabaseSync } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'
import { eventually } from '@posthouse/testkit/books'
import { rounds } from '@posthouse/testkit/long-run'
import { openMockUpstream, type MockUpstream } from '@posthouse/testkit/mock-upstream'
import { randomFrom, seedOfRun } from '@posthouse/testkit/random'
import { priceOf } from '@posthouse/testkit/stand'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { answerInWords, type Asked, inputReported, type Journals, startLoad } from './load.ts'
import { openStation, type Station, stationModel } from './station.ts'

/*
 * Law 4: the real server on a file, with 64 live streams, killed with -9 at random points: 100 of them in a long run. Then
 * a fresh process gives back what was held, and the database is compared, row by row, with the
 * journals of the clients and of the upstream.
 */

const killPoints = rounds(8, 100)
const liveStreams = 64
/** Two servers on files of their own, so that one works while the other starts. */
const stations = 2

const seed = seedOfRun()
let upstream: MockUpstream

beforeAll(async () => {
  upstream = await openMockUpstream()
})
afterAll(() => upstream.close())

test(
  `no charge without an answer, none twice, and every hold resolved, killed at ${killPoints} points`,
  { timeout: 400_000 },
  async () => {
    console.log(`POSTHOUSE_SEED=${seed} repeats these kill points`)
    const journals: Journals = { asked: [], sent: new Map() }
    answerInWords(upstream, journals, randomFrom(seed))
    await Promise.all(
      Array.from({ length: stations }, async (_, number) => {
        const station = await openStation(upstream)
        const own: Journals = { asked: [], sent: journals.sent }
        await killAgainAndAgain(station, { name: `s${number}`, journals: own, seed: seed + number })
        compare(station, own)
        await station.remove()
      }),
    )
  },
)

async function killAgainAndAgain(
  station: Station,
  options: { name: string; journals: Journals; seed: number },
): Promise<void> {
  const random = randomFrom(options.seed)
  for (let round = 0; round < killPoints / stations; round += 1) {
    const server = station.start()
    if (random() < 0.1) {
      // While it opens its files, gives back what its last life held, or listens already.
      await delay(random() * 900)
      server.kill('SIGKILL')
      await server.exited
      continue
    }
    await server.ready
    const load = startLoad({
      address: server.address,
      key: station.key,
      model: stationModel,
      clients: liveStreams,
      name: `${options.name}-r${round}`,
      journals: options.journals,
      random,
    })
    // After so many answers, whatever time they take, and a moment more.
    await load.answered(Math.floor(random() * 2 * liveStreams))
    await delay(random() * 15)
    server.kill('SIGKILL')
    load.stop()
    expect(await server.exited).toBe('SIGKILL')
    await load.ended
    expect(server.output()).not.toContain('"level":50')
  }
  const last = station.start()
  await last.ready
  await eventually('the end of every hold', () => (pendingHolds(station) === 0 ? true : null))
  last.kill('SIGTERM')
  expect(await last.exited).toBe(0)
  expect(last.errors()).toBe('')
}

function pendingHolds({ databaseFile }: Station): number {
  const database = new DatabaseSync(databaseFile, { readOnly: true })
  try {
    return Number(
      database.prepare(`select count(*) as n from ledger_holds where state = 'pending'`).get()?.[
        'n'
      ],
    )
  } finally {
    database.close()
  }
}

type Row = Record<string, string | number | null>

function compare({ databaseFile }: Station, { asked, sent }: Journals): void {
  const database = new DatabaseSync(databaseFile, { readOnly: true })
  const rows = (sql: string): Row[] => database.prepare(sql).all() as Row[]

  // Every hold ended, once: charged exactly when it was settled.
  const holds = rows(`select h.state as state, count(o.id) as charges from ledger_holds h
    left join ledger_operations o on o.cause = 'request:' || h.id and o.kind = 'charge'
    group by h.id`)
  expect(holds.filter(({ state }) => state === 'pending')).toEqual([])
  expect(holds.filter(({ state, charges }) => charges !== (state === 'settled' ? 1 : 0))).toEqual(
    [],
  )

  // Every charge belongs to one hold, is one transfer, and says the same as its row of the log.
  const charges = rows(`select u.client_request_id as name, u.quota as quota, u.outcome as outcome,
      u.written_off as writtenOff, sum(t.amount) as moved, count(t.id) as transfers
    from ledger_operations o
    join ledger_transfers t on t.operation_id = o.id
    left join usage_log u on 'request:' || u.request_id = o.cause
    where o.kind = 'charge' group by o.id`)
  const names = charges.map(({ name }) => String(name))
  expect(new Set(names).size).toBe(names.length)
  const byName = new Map(asked.map((request) => [request.name, request]))
  for (const charge of charges) {
    const request = byName.get(String(charge['name']))
    // No charge without an answer: the upstream had sent all of it.
    expect(request, String(charge['name'])).toBeDefined()
    const answer = sent.get(String(charge['name']))
    expect(answer).toMatchObject({ words: request?.words })
    const price = priceOf(inputReported, request?.words ?? 0)
    expect(charge).toMatchObject({
      outcome: 'complete',
      quota: price,
      writtenOff: 0,
      moved: price,
      transfers: 1,
    })
  }

  // The hold is on disk before the upstream is asked.
  const own = asked.filter(({ name }) => sent.has(name))
  expect(holds.length).toBeGreaterThanOrEqual(own.length)

  // A call is held behind the charge of the one before: only the last answer of a client may be lost, in
  // the instant of the kill.
  const charged = new Set(names)
  const had = asked.filter(({ done }) => done)
  const lost = had.filter(({ name }) => !charged.has(name))
  const isFollowed = (one: Asked): boolean =>
    asked
      .slice(asked.indexOf(one) + 1)
      .some(({ client, name }) => client === one.client && sent.has(name))
  expect(lost.filter(isFollowed)).toEqual([])
  expect(had.length).toBeGreaterThan(lost.length)

  // balance = fold of transfers, nothing held, and the roll-ups agree with the log.
  const [wallet] = rows(
    `select code, balance, held from ledger_accounts where code like 'wallet:%'`,
  )
  const fold =
    rows(`select sum(case when credit = '${wallet?.['code']}' then amount else -amount end)
    as amount from ledger_transfers where '${wallet?.['code']}' in (debit, credit)`)[0]
  expect(wallet).toMatchObject({ held: 0, balance: fold?.['amount'] })
  const total = charges.reduce((sum, { quota }) => sum + Number(quota), 0)
  expect(wallet?.['balance']).toBe(100_000_000 - total)
  // Each life of the process has its own.
  const [rollup] = rows(`select sum(quota) as quota from (
    select quota from node_rollup where scope = 'all' and hour = 0
    union all select quota from usage_rollup where scope = 'all' and hour = 0)`)
  expect(rollup?.['quota']).toBe(total)

  database.close()
  const counts = `${holds.length} holds, ${charges.length} charges, ${had.length} complete answers`
  console.log(`${counts}, ${lost.length} of them lost`)
}
