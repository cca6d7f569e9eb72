import { fork } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { testDatabase } from '@posthouse/testkit/database'
import { rounds } from '@posthouse/testkit/long-run'
import { randomFrom, seedOfRun } from '@posthouse/testkit/random'
import { expect, test } from 'vitest'
import { openDatabase } from '../../db/connection.ts'

/*
 * A process that is killed with -9 while it causes messages and brings them out, to a receiver that refuses half of
 * them: after the kill that a message was already taken, before, or while another is being written.
 */

const lives = rounds(3, 20)
const causesOfALife = 12
const seed = seedOfRun()

/** Refuses every other attempt at a message, the first one. */
class Receiver {
  readonly taken = new Set<string>()
  readonly #attempts = new Map<string, number>()
  readonly server = createServer((request, response) => void this.#answer(request, response))
  /** Told of every request, before and after its answer. */
  heard: (() => void) | null = null

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const id = await text(request)
    this.heard?.()
    const attempt = (this.#attempts.get(id) ?? 0) + 1
    this.#attempts.set(id, attempt)
    if (attempt % 2 === 0) this.taken.add(id)
    response.statusCode = attempt % 2 === 0 ? 200 : 503
    response.end()
    this.heard?.()
  }
}

test(
  `every message is delivered, none is lost, through ${lives} deaths (POSTHOUSE_SEED=${seed})`,
  { timeout: 400_000 },
  async () => {
    const random = randomFrom(seed)
    await using here = await testDatabase()
    const receiver = new Receiver()
    receiver.server.listen(0, '127.0.0.1')
    await once(receiver.server, 'listening')
    const { port } = receiver.server.address() as AddressInfo
    // One process opens a SQLite file.
    if (here.dialect === 'sqlite') await here.database.close()
    const live = (life: number) =>
      fork(
        new URL('./testing/outbox-process.ts', import.meta.url),
        [here.url, `http://127.0.0.1:${port}`, String(life), String(causesOfALife)],
        { execArgv: [] },
      )
    for (let life = 0; life < lives; life += 1) {
      const child = live(life)
      let left = 1 + Math.floor(random() * 40)
      receiver.heard = () => {
        left -= 1
        if (left === 0) child.kill('SIGKILL')
      }
      await once(child, 'exit')
    }
    receiver.heard = null
    const last = live(lives)
    const said = once(last, 'message')
    await once(last, 'exit')
    expect((await said)[0]).toBe('done')
    receiver.server.close()

    const { kysely: db, close } = await openDatabase({ url: here.url })
    const causes = await db.selectFrom('options').select('key').orderBy('key').execute()
    const messages = await db.selectFrom('outbox').selectAll().orderBy('key').execute()
    expect(messages.map(({ key }) => key)).toEqual(causes.map(({ key }) => key))
    expect(messages.length).toBeGreaterThan(causesOfALife)
    expect(messages.filter((message) => message.delivered_at === null)).toEqual([])
    expect(messages.filter(({ id }) => !receiver.taken.has(id))).toEqual([])
    await close()
  },
)
