import { quota } from '@posthouse/ledger/quota'
import { expect, test } from 'vitest'
import type { Task } from '../domain/tasks/task.ts'
import { type SupplierPrice, supplierPrice } from '../domain/pricing/supplier-price.ts'
import { loggedTask, termsOf, termsText } from './task-terms.ts'

/** What a supplier takes for each film. */
function priceOf(dollars: string): SupplierPrice {
  const channel = { type: 1, costMillionths: null, costPrices: { film: dollars } }
  const price = supplierPrice({ channel, forwarded: 'film' })
  if (price === null) throw new Error('an own price is a price')
  return price
}

/** The stored cost of a film, after its terms were kept with the task. */
function costOf(supplier: SupplierPrice | null): unknown {
  const group = { symbol: 'default', ratioMillionths: 2_000_000n }
  const terms = termsText({
    payer: { owner: { id: 1n, username: 'u' }, token: { id: 1n, name: 't' }, group },
    cause: { clientRequestId: '', dialect: 'd', sourceIp: '', bookRevision: 1n },
    channelName: 'c',
    supplier,
    priced: 'film',
    entry: priceOf('0.5').entry,
    used: [{ meter: 'call', amount: 1 }],
    beganAt: 1,
    held: quota(0n),
  })
  const task = { terms, userId: 1n, tokenId: 1n, id: 'task' } as Task
  const kept = termsOf(task)
  const logged = { id: 'task', model: 'film', channelId: 1n, createdAt: 0 }
  const words = { now: 1, code: '', words: '' }
  return loggedTask(logged, { terms: kept, ...words, used: kept.used }).row['cost']
}

test('a task keeps what its supplier takes until its end', () => {
  expect(costOf(priceOf('0.2'))).toBe(100_000n)
  expect(costOf({ ...priceOf('0.5'), millionths: 500_000n })).toBe(125_000n)
  expect(costOf(null)).toBeNull()
})
