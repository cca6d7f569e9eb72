import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { testDatabase } from '@posthouse/testkit/database'
import { openDatabase } from './connection.ts'
import { grant, hold, settle } from '@posthouse/testkit/ledger-commands'

/* What only PostgreSQL can do: several processes, and connections that break. */

describe('several nodes on PostgreSQL', () => {
  test('a connection that was cut is replaced, and no charge is lost or made twice', async () => {
    await using here = await testDatabase()
    const { writer, reader } = await here.database.ledger({
      journalPath: join(here.folder, 'journal'),
      replayDelayMs: { first: 1, most: 20 },
    })
    const other = await openDatabase({ url: here.url })
    await writer.submit(grant(1_000, 'start'))
    const cutting = new AbortController()
    const cut = (async () => {
      // Now and then it is quiet for long enough to connect on a slow machine.
      for (let cuts = 0; !cutting.signal.aborted; cuts += 1) {
        await sql`select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid()
            and query not like '%pg_stat_activity%'`.execute(other.kysely)
        const pauseMs = cuts % 10 === 9 ? 300 : 15
        await new Promise((resolve) => setTimeout(resolve, pauseMs))
      }
    })()

    let charged = 0n
    let heldUnsettled = 0
    for (let turn = 0; turn < 150 || charged === 0n; turn += 1) {
      const held = await writer.submit(hold(`cut-${turn}`, 2)).catch(() => null)
      if (held?.ok !== true) {
        // A refusal needs no input or output: without a pause the replay would never get a turn.
        await new Promise((resolve) => setImmediate(resolve))
        continue
      }
      const settled = await writer.submit(settle(`cut-${turn}`, 1))
      if (settled.ok) charged += settled.charged
      else heldUnsettled += 1
    }
    cutting.abort()
    await cut
    while (writer.stats().journalled > 0) await new Promise((resolve) => setTimeout(resolve, 5))

    expect(heldUnsettled).toBe(0)
    expect(charged).toBeGreaterThan(0n)
    expect(await reader.systemBalance('revenue')).toBe(charged)
    expect(await reader.balance('wallet:1')).toMatchObject({ balance: 1_000n - charged, held: 0n })
    expect(await reader.differences()).toEqual([])
    await other.close()
  })

  test('a journal belongs to one server until it is closed', async () => {
    await using here = await testDatabase()
    const journalPath = join(here.folder, 'journal')
    const first = await openDatabase({ url: here.url })
    await first.ledger({ journalPath })
    const second = await openDatabase({ url: here.url })
    await expect(second.ledger({ journalPath })).rejects.toThrow(
      `${journalPath} is open in the process ${process.pid}. Servers on one machine need`,
    )
    await first.close()
    await second.ledger({ journalPath })
    await second.close()
  })

  test('nodes that lock the same accounts in any order do not fail', async () => {
    await using here = await testDatabase()
    const nodes = await Promise.all([
      openDatabase({ url: here.url }),
      openDatabase({ url: here.url }),
    ])
    const writers = await Promise.all(
      nodes.map(
        async (node, name) =>
          (await node.ledger({ journalPath: join(here.folder, `${name}`) })).writer,
      ),
    )
    const [first] = writers
    for (const user of [1n, 2n, 3n])
      await first?.submit(grant(100_000, `start ${user}`, `wallet:${user}`))
    const work = writers.flatMap((writer, name) =>
      Array.from({ length: 32 }, async (_, worker) => {
        for (let turn = 0; turn < 10; turn += 1) {
          const id = `lock-${name}-${worker}-${turn}`
          const accounts = [{ code: `wallet:${BigInt(1 + ((turn + worker) % 3))}` as const }]
          const fresh = {
            code: `window:user:${BigInt((turn * 7 + worker) % 40)}:day:0` as const,
            window: { limit: hold('', 5_000).amount, resetsAt: 1 },
          }
          await writer.submit(
            hold(id, 1, { accounts: name === 0 ? [...accounts, fresh] : [fresh, ...accounts] }),
          )
          await writer.submit(settle(id, 1))
        }
      }),
    )
    await Promise.all(work)
    const { reader } = await here.database.ledger({ journalPath: join(here.folder, 'reader') })
    expect(await reader.systemBalance('revenue')).toBe(640n)
    expect(await reader.differences()).toEqual([])
    await Promise.all(nodes.map((node) => node.close()))
  })
})
