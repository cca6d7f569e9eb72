import { plainRemark } from '@posthouse/ledger/storable-text'
import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { callTypes } from '../domain/usage-log/log-filter.ts'
import { type Finding, gathered } from './finding.ts'
import { faultOf, type PricedRow, type RowFault } from './row-price.ts'

const pageRows = 500

const columns = [
  'id',
  'request_id',
  'type',
  'outcome',
  'quota',
  'written_off',
  'input_tokens',
  'output_tokens',
  'usage',
  'charge',
  'group_ratio_millionths',
] as const

/** Works the price of every row of the log out again, from what the row says was used at which price. */
export async function examinePrices(db: Kysely<Tables>): Promise<Finding[]> {
  const faults = gatheredFaults('log')
  let last = 0n
  for (;;) {
    const rows = await db
      .selectFrom('usage_log')
      .select(columns)
      .where('type', 'in', callTypes)
      .where('id', '>', last)
      .orderBy('id')
      .limit(pageRows)
      .execute()
    const newest = rows.at(-1)
    if (newest === undefined) return faults.findings()
    last = newest.id
    await faults.add(db, rows)
  }
}

/** Faults within rows, of the log or of the archive. */
export function gatheredFaults(place: 'log' | 'archive') {
  const found = {
    tokens: gathered({
      fine: `every row of the ${place} has the tokens of its usage`,
      wrong: `rows of the ${place} whose tokens are not their usage`,
    }),
    price: gathered({
      fine: `every row of the ${place} costs the price of its usage`,
      wrong: `rows of the ${place} that do not cost the price of their usage`,
    }),
    unexplained: gathered({
      fine: `every charged row of the ${place} says how it was priced`,
      wrong: `charged rows of the ${place} that do not say how they were priced`,
    }),
  } satisfies Record<RowFault, ReturnType<typeof gathered>>
  return {
    add: async (db: Kysely<Tables>, rows: readonly PricedRow[]): Promise<void> => {
      const faulty = rows.flatMap((row) => {
        const fault = faultOf(row)
        return fault === null ? [] : [{ fault, id: row.request_id }]
      })
      const plain = await chargedPlainly(
        db,
        faulty.map(({ id }) => id),
      )
      for (const { fault, id } of faulty) if (!plain.has(id)) found[fault].add(id)
    },
    findings: (): Finding[] => Object.values(found).map((fault) => fault.finding()),
  }
}

/** Calls whose texts a database refused: they were charged without them, and the ledger says so. */
async function chargedPlainly(
  db: Kysely<Tables>,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const rows = await db
    .selectFrom('ledger_operations')
    .select('cause')
    .where(
      'cause',
      'in',
      ids.map((id) => `${causePrefix}${id}`),
    )
    .where('remark', '=', plainRemark)
    .execute()
  return new Set(rows.map(({ cause }) => cause.slice(causePrefix.length)))
}

const causePrefix = 'request:'
