import type { Refusal } from '@posthouse/contract/refusal'
import type { Kysely, SelectQueryBuilder, Transaction } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Account } from '../accounts/account.ts'

/** The account that asks, and when. No question about rows can be put without one. */
export type CallerContext = { readonly caller: Pick<Account, 'id' | 'role'>; readonly now: number }

/** A table of such rows also has `deleted_at`: a deletion is a mark. */
export type NounRow = { readonly id: bigint; readonly version: bigint }

/** Columns and the values that they are to have. */
export type ColumnValues<Column extends string> = { readonly [Name in Column]?: string | bigint }

/** A noun, declared once: rows that people list, pick, change, delete and take out as a file. */
export type NounDeclaration<
  DB,
  Tabled extends keyof DB,
  Row extends NounRow,
  Entity,
  Filter,
  Column extends string,
> = {
  readonly table: NoInfer<Tabled> & string
  /** The column with the account that a row belongs to, or that administrators see every row and nobody else any. */
  readonly whose: { readonly column: keyof NoInfer<Row> & string } | 'administrators'
  /** The process's memory of the rows. A write renews it, here and on other nodes. */
  readonly held: 'configuration' | 'keys' | 'accounts' | 'nothing'
  /** The refusal for a row that does not exist, or is another's. */
  readonly missing: () => Refusal
  /** Every row that is not deleted, with its figures. */
  readonly rows: (db: Kysely<Tables>) => SelectQueryBuilder<DB, Tabled, Row>
  readonly filter: (
    rows: SelectQueryBuilder<DB, Tabled, Row>,
    filter: Filter,
    now: number,
  ) => SelectQueryBuilder<DB, Tabled, Row>
  readonly read: (row: Row) => Entity
  /** The column, or the name of the figure, behind each field that the contract lets people sort by. */
  readonly sorts: Readonly<Record<string, string>>
  /** Columns that a search looks into. */
  readonly names: readonly (keyof NoInfer<Row> & string)[]
  /** Columns that many rows change together and that an undo puts back; never null. */
  readonly restores: Readonly<Record<Column & keyof NoInfer<Row>, 'bigint' | 'text'>>
  /** The column that says when a person changed a row last. */
  readonly stamp?: keyof NoInfer<Row> & string
  /** Says if a row can become what is wanted, by the asking account. One that cannot is skipped. */
  readonly able?: (
    entity: NoInfer<Entity>,
    wanted: ColumnValues<NoInfer<Column>>,
    asking: CallerContext,
  ) => boolean
  /** Removes what must not outlive deleted rows. */
  readonly takes?: (
    transaction: Transaction<Tables>,
    ids: readonly bigint[],
    now: number,
  ) => Promise<unknown>
}
