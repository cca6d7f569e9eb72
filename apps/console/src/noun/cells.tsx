import { formatSum } from '@posthouse/contract/format-amount'
import type { TextKey } from '../i18n/index.ts'
import { NameCell } from '../table/cells/name-cell.tsx'
import { TimeCell } from '../table/cells/time-cell.tsx'
import type { Drawn, NounColumn } from './noun.ts'

type With<Key extends string, Value> = { readonly [K in Key]: Value }

/** The name, with what tells two of one name apart beneath. */
export const nameOver =
  <Row extends With<'name', string>>(beneath: (row: Row) => string): Drawn<Row> =>
  (row) => <NameCell name={row.name} id={beneath(row)} />

export const textOf =
  <Key extends string>(key: Key): Drawn<With<Key, string>> =>
  (row) =>
    row[key] || '—'

/** A time in the reader's zone; `never` where there is none. */
export const timeOf =
  <Key extends string>(key: Key, never: TextKey | null = null): Drawn<With<Key, number>> =>
  (row, { t }) => <TimeCell seconds={row[key]} {...(never !== null && { never: t(never) })} />

type NumberCell<Row> = Pick<NounColumn<Row>, 'cell'> & { readonly numeric: true }

/** A column of what was spent */
export const sumColumn = <Key extends string>(key: Key): NumberCell<With<Key, number>> => ({
  numeric: true,
  cell: (row, { display }) => formatSum(row[key], display),
})
