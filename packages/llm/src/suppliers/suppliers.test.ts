import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import type { Cassette } from '../conformance/conformance.ts'
import { spokenDialects } from '../canonical/dialect.ts'
import { compatible } from './compatible.ts'
import { supplierOf, supplierTypes } from './suppliers.ts'

const folder = new URL('../../cassettes/', import.meta.url)
/** Dialects without a chat of their own have none. */
const recorded = spokenDialects.filter((dialect) => readdirSync(folder).includes(dialect))
const cassettes = recorded.flatMap((dialect) =>
  readdirSync(new URL(`${dialect}/`, folder)).map((file): Cassette & { dialect: string } => ({
    dialect,
    ...JSON.parse(readFileSync(new URL(`${dialect}/${file}`, folder), 'utf8')),
  })),
)

/**
 * Those that keep to a dialect: servers of an operator's own, suppliers with a compatible endpoint, and the sandbox;
 * and those that make tasks only, and answer in none.
 */
const generic = [8, 34, 41, 900, 901, 902, ...Object.keys(compatible).map(Number)]

it.each(supplierTypes.filter((type) => !generic.includes(type)))(
  'supplier %d has an answer as it documents it, in a dialect that it speaks',
  (type) => {
    const own = cassettes.filter(({ supplier }) => supplier === type)
    expect(own).not.toEqual([])
    const { speaks } = supplierOf(type)
    for (const { dialect } of own) expect(speaks).toContain(dialect)
  },
)

it('has an answer of nobody that it does not know', () => {
  for (const { supplier } of cassettes) {
    if (supplier !== undefined) expect(supplierTypes).toContain(supplier)
  }
})
