import { Refusal } from '@posthouse/contract/refusal'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../../db/tables.ts'
import { declareNoun } from '../../../domain/noun/noun.ts'
import { time } from '../../csv/cells.ts'
import { changeManyOf, deleteManyOf, deleteOf, getOf, listOf } from '../calls-of.ts'
import { exportOf } from '../export-of.ts'

// A table of the product stands in `db/tables.ts`; this one is the example's own.
export type Rider = {
  id: bigint
  user_id: bigint
  name: string
  status: bigint
  horses: bigint
  created_at: bigint
  version: bigint
  deleted_at: bigint | null
}

const rows = (db: Kysely<Tables>) =>
  db
    .withTables<{ riders: Rider }>()
    .selectFrom('riders')
    .where('deleted_at', 'is', null)
    .selectAll()
    .select(sql<bigint>`horses * 2`.as('saddles'))

export const riders = declareNoun({
  table: 'riders',
  whose: { column: 'user_id' },
  held: 'nothing',
  missing: () => new Refusal('token.not-found', {}),
  rows,
  filter: (some: ReturnType<typeof rows>, { status }: { status: number }) =>
    status === 0 ? some : some.where('status', '=', BigInt(status)),
  read: (row) => row,
  sorts: { id: 'riders.id', horses: 'riders.horses', saddles: 'saddles' },
  names: ['name'],
  restores: { status: 'bigint' },
})

const out = (found: readonly { id: bigint; name: string; saddles: bigint }[]) =>
  found.map(({ id, name, saddles }) => ({ id: Number(id), name, saddles: Number(saddles) }))

export const listRiders = listOf(riders, out)
export const getRider = getOf(riders, out)
export const changeRiders = changeManyOf(riders, ({ status }: { status: number }) => ({
  status: BigInt(status),
}))
export const deleteRider = deleteOf(riders)
export const deleteRiders = deleteManyOf(riders)
export const exportRiders = exportOf(riders, [
  ['id', ({ id }) => id],
  ['name', ({ name }) => name],
  ['since', (row, { timeZone }) => time(row.created_at, timeZone)],
])
