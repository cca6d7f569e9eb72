import { openDatabase } from '@posthouse/server/db/connection'
import { holdAndSettle } from './ledger-commands.ts'

/*
 * One of several test processes that compete for the same money. Its arguments are a database, a journal, a name and a
 * number of requests. It sends `ready`, waits for a message, and answers with the number of requests charged.
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
