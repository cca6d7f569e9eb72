import type { Refusal } from '@posthouse/contract/refusal'
import type { Kysely, SelectQueryBuilder, Transaction } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Account } from '../accounts/account.ts'

/** The calling account and the time. Rows can only be read with both. */
export type CallerContext = { readonly caller: Pick<Account, 'id' | 'role'>; readonly now: number }

/** Their table also has `deleted_at`; deletion sets it. */
export type NounRow = { readonly id: bigint; readonly version: bigint }

/** New values by column. */
export type ColumnValues<Column extends string> = { readonly [Name in Column]?: string | bigint }

/** Declares rows that can be listed, selected, changed, deleted and exported. */
export type NounDeclaration<
  DB,
  Tabled extends keyof DB,
  Row extends NounRow,
  Entity,
  Filter,
  Column extends string,
> = {
  readonly table: NoInfer<Tabled> & string
  /** The column with the owner's account, or `administrators` if only they see the rows. */
  readonly whose: { readonly column: keyof NoInfer<Row> & string } | 'administrators'
  /** In-memory copy that a write refreshes, here and on other nodes. */
  readonly held: 'configuration' | 'keys' | 'accounts' | 'nothing'
  /** The refusal for an unknown row or one of another user. */
  readonly missing: () => Refusal
  /** Rows that are not deleted, with their figures. */
  readonly rows: (db: Kysely<Tables>) => SelectQueryBuilder<DB, Tabled, Row>
  readonly filter: (
    rows: SelectQueryBuilder<DB, Tabled, Row>,
    filter: Filter,
    now: number,
  ) => SelectQueryBuilder<DB, Tabled, Row>
  readonly read: (row: Row) => Entity
  /** The column or figure of each sortable field of the contract. */
  readonly sorts: Readonly<Record<string, string>>
  /** Columns to search. */
  readonly names: readonly (keyof NoInfer<Row> & string)[]
  /** Columns that a bulk change may set and an undo restores; never null. */
  readonly restores: Readonly<Record<Column & keyof NoInfer<Row>, 'bigint' | 'text'>>
  /** The column with the time of the last change by a person. */
  readonly stamp?: keyof NoInfer<Row> & string
  /** Whether the caller may change a row so. Other rows are skipped. */
  readonly able?: (
    entity: NoInfer<Entity>,
    wanted: ColumnValues<NoInfer<Column>>,
    asking: CallerContext,
  ) => boolean
  /** Removes dependent data of deleted rows. */
  readonly takes?: (
    transaction: Transaction<Tables>,
    ids: readonly bigint[],
    now: number,
  ) => Promise<unknown>
}
