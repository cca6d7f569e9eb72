import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { openDatabase } from '../../../db/connection.ts'
import { deliverDue } from '../deliver-due.ts'
import type { Deliver } from '../message.ts'
import { createOutboxStore } from '../outbox-store.ts'

/*
 * A process that causes messages and brings them out, until somebody kills it. Started with a database, a receiver,
 * how many lives it had before and how many messages it causes; says `done` when nothing is due any more.
 */

const [url = '', receiver = '', life = '0', causes = '0'] = process.argv.slice(2)
const { kysely: db, close } = await openDatabase({ url })
const outbox = createOutboxStore(db)

const dayMs = 86_400_000
/** A day goes by between two looks, and a year between two lives: whatever was put off is due. */
let now = Number(life) * 365 * dayMs

const deliver: Deliver = async ({ id }) => {
  const [response] = await once(request(receiver, { method: 'POST' }).end(id), 'response')
  const { statusCode } = (response as IncomingMessage).resume()
  return statusCode === 200 ? { outcome: 'delivered' } : { outcome: 'again', reason: 'refused' }
}
const look = (): Promise<number> => {
  now += dayMs
  const log = { warn: () => {} }
  return deliverDue({ outbox, deliver, log, clock: { now: () => now }, random: Math.random })
}

for (let turn = 0; turn < Number(causes); turn += 1) {
  const key = `${life}-${turn}`
  await db.transaction().execute(async (transaction) => {
    await transaction.insertInto('options').values({ key, value: '', updated_at: 0n }).execute()
    await outbox.add(transaction, { kind: 'test', key, payload: {}, at: now })
  })
  if (turn % 3 === 0) await look()
}
while ((await look()) > 0);
await close()
process.send?.('done')
process.disconnect()
