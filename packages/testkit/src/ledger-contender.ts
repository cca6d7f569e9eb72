import { openDatabase } from '@posthouse/server/db/connection'
import { holdAndSettle } from './ledger-commands.ts'

/*
 * One of several processes of a test that want the same money at the same moment. Started with a
 * database, a journal and a name; says `ready`, waits for a message, answers how many it charged.
 */

const [url = '', journalPath = '', name = '', count = '0'] = process.argv.slice(2)
const database = await openDatabase({ url })
const { writer } = await database.ledger({ journalPath })

process.once('message', () => {
  void contend().then(async (charged) => {
    await database.close()
    process.send?.({ charged })
    process.disconnect()
  })
})
process.send?.('ready')

async function contend(): Promise<number> {
  const answers = await Promise.all(
    Array.from({ length: Number(count) }, (_, turn) => holdAndSettle(writer, `${name}-${turn}`)),
  )
  return answers.filter(Boolean).length
}
