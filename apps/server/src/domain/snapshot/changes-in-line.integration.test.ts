import { openProduct } from '@posthouse/testkit/product'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createCurrentSnapshot } from './current-snapshot.ts'

test('changes of the configuration stand in line: no two wait for each other', async () => {
  await using product = await openProduct()
  const snapshot = await createCurrentSnapshot(product.server.stores, { clear: () => {} })
  const steps: string[] = []
  const change = (name: string) =>
    snapshot.change(async (transaction) => {
      steps.push(`${name} begins`)
      // Long enough for another to begin, if it could.
      for (let turn = 0; turn < 5; turn += 1) await sql`select 1`.execute(transaction)
      steps.push(`${name} ends`)
    })
  const names = ['a', 'b', 'c', 'd']
  await Promise.all(names.map(change))
  const begun = steps.filter((_, at) => at % 2 === 0).map((step) => step.split(' ')[0])
  expect(new Set(begun)).toEqual(new Set(names))
  expect(steps).toEqual(begun.flatMap((name) => [`${name} begins`, `${name} ends`]))
})
