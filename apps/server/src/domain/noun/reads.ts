import type { Selection } from '@posthouse/contract/bulk'
import { type Kysely, type SelectQueryBuilder, sql } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { orderFrom } from '../../lib/order.ts'
import { closest } from '../../lib/search.ts'
import { isAdministrator } from '../accounts/account.ts'
import type { CallerContext, NounDeclaration, NounRow } from './declaration.ts'
import { requireExpected, selectedMax } from './selection-size.ts'

export type Paging = { readonly page: number; readonly size: number; readonly order: string }

/** Reads of a noun, limited to rows the caller may see. */
export type NounReads<Entity, Filter> = {
  list(
    db: Kysely<Tables>,
    asking: CallerContext,
    query: Filter & Paging,
  ): Promise<{ entities: Entity[]; total: number }>
  find(db: Kysely<Tables>, asking: CallerContext, id: number | bigint): Promise<Entity>
  /** A page of rows below an id, newest first. */
  below(
    db: Kysely<Tables>,
    asking: CallerContext,
    of: { readonly filter: Filter; readonly before: bigint | null; readonly size: number },
  ): Promise<Entity[]>
  /** Searches by number or name, best match first. */
  search(
    db: Kysely<Tables>,
    asking: CallerContext,
    of: { text: string; most: number },
  ): Promise<Entity[]>
}

export function readsOf<
  DB,
  Tabled extends keyof DB,
  Row extends NounRow,
  Entity,
  Filter,
  Column extends string,
>(noun: NounDeclaration<DB, Tabled, Row, Entity, Filter, Column>): NounReads<Entity, Filter> {
  const id = idOf(noun)
  return {
    async list(db, asking, query) {
      const found = noun.filter(ownRows(noun, db, asking), query, asking.now)
      const page = await orderFrom(found, query.order, noun.sorts)
        .offset((query.page - 1) * query.size)
        .limit(query.size)
        .execute()
      const every = found.clearSelect().select(id.as('id'))
      const counted = await sql<{ count: bigint }>`
        select count(*) as count from ${every} as every_row`.execute(db)
      return { entities: page.map(noun.read), total: Number(counted.rows[0]?.count ?? 0) }
    },

    async find(db, asking, wanted) {
      const [row] = await ownRows(noun, db, asking)
        .where(sql<boolean>`${id} = ${BigInt(wanted)}`)
        .execute()
      if (row === undefined) throw noun.missing()
      return noun.read(row)
    },

    async below(db, asking, { filter, before, size }) {
      const rows = await noun
        .filter(ownRows(noun, db, asking), filter, asking.now)
        .$if(before !== null, (some) => some.where(sql<boolean>`${id} < ${before}`))
        .orderBy(id, 'desc')
        .limit(size)
        .execute()
      return rows.map(noun.read)
    },

    async search(db, asking, { text, most }) {
      if (!seesAny(noun, asking)) return []
      const wanted = { table: noun.table, names: noun.names, text, most }
      // Figures are computed for the shown rows only.
      const found = closest(ownRows(noun, db, asking).clearSelect().select(id.as('id')), wanted)
      const rows = await closest(
        ownRows(noun, db, asking).where(sql<boolean>`${id} in ${found}`),
        wanted,
      ).execute()
      return rows.map(noun.read)
    },
  }
}

/** Rows selected by id or by filter. Refuses a filter whose number of rows has changed since. */
export async function selectedRows<
  DB,
  Tabled extends keyof DB,
  Row extends NounRow,
  Entity,
  Filter,
  Column extends string,
>(
  noun: NounDeclaration<DB, Tabled, Row, Entity, Filter, Column>,
  db: Kysely<Tables>,
  asking: CallerContext,
  select: Selection<Filter>,
): Promise<Row[]> {
  const own = ownRows(noun, db, asking)
  const some =
    'ids' in select
      ? own.where(sql<boolean>`${idOf(noun)} in (${sql.join(select.ids.map(BigInt))})`)
      : noun.filter(own, select.filter, asking.now)
  const rows = await some.limit(selectedMax).execute()
  requireExpected(select, rows.length)
  return rows
}

const idOf = ({ table }: { readonly table: string }) => sql.ref<bigint>(`${table}.id`)

type NounScope = {
  readonly table: string
  readonly whose: { readonly column: string } | 'administrators'
}

const seesAny = ({ whose }: NounScope, { caller }: CallerContext): boolean =>
  whose !== 'administrators' || isAdministrator(caller)

/** The only query for rows, limited to those the caller may see. Throws if the caller may see none. */
function ownRows<DB, Tabled extends keyof DB, Row>(
  noun: NounScope & { readonly rows: (db: Kysely<Tables>) => SelectQueryBuilder<DB, Tabled, Row> },
  db: Kysely<Tables>,
  asking: CallerContext,
): SelectQueryBuilder<DB, Tabled, Row> {
  const { table, whose } = noun
  if (!seesAny(noun, asking)) throw new Error(`${table} are for administrators`)
  const rows = noun.rows(db)
  if (whose === 'administrators') return rows
  return rows.where(sql<boolean>`${sql.ref(`${table}.${whose.column}`)} = ${asking.caller.id}`)
}
