import { describe, expect, it } from 'vitest'
import {
  type DialectName,
  dialectNames,
  spokenDialects,
  usualDialect,
} from './canonical/dialect.ts'
import { dialects } from './dialects.ts'
import { supplierOf, supplierTypes } from './suppliers/suppliers.ts'
import type { OperationName } from './operations/operation.ts'
import { operations, pieceBetween, speaks } from './operations.ts'

const names = Object.keys(operations).map((name) => name as OperationName)

describe.each(names)('%s', (name) => {
  const operation = operations[name]

  it('has words in the dialect in which strangers to it are asked, but for a count, which has a way of its own', () => {
    expect(speaks(usualDialect, operation.standIn ?? name)).toBe(name !== 'count')
  })

  it('has a way between every two dialects that have words for it, where it comes in one piece', () => {
    const isAsked = operation.relayed === 'piece' && name !== 'count'
    for (const client of dialectNames) {
      for (const supplier of spokenDialects) {
        const both = canAsk(client, name) && speaks(supplier, name)
        expect([supplier, pieceBetween(name, client, supplier) !== null]).toEqual([
          supplier,
          isAsked && both,
        ])
      }
    }
  })
})

/** Its clients have words for it: not all that a dialect says to suppliers can be asked in it. */
function canAsk(client: DialectName, name: OperationName): boolean {
  const { asServer } = dialects[client]
  const said = name === 'vary' ? 'edit' : name
  return (asServer[said as 'embed' | 'image' | 'edit' | 'moderate' | 'rerank'] ?? null) !== null
}

it.each(supplierTypes)('supplier %d has a dialect for each of its operations', (type) => {
  const { speaks: spoken, operations: offered } = supplierOf(type)
  // Videos are tasks, which have words of their own for each supplier.
  for (const name of offered.filter((one) => one !== 'video')) {
    expect([name, spoken.some((dialect) => speaks(dialect, name))]).toEqual([name, true])
  }
})
