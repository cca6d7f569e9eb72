import Box from '@mui/material/Box'
import { formatSum } from '@posthouse/contract/format-amount'
import type { TextKey } from '../i18n/index.ts'
import { NameCell } from '../table/cells/name-cell.tsx'
import { TimeCell } from '../table/cells/time-cell.tsx'
import { statusChoices, type StatusName } from '../ui/status.ts'
import { StatusChip } from '../ui/status-chip.tsx'
import { monospace } from '../ui/theme/create-theme.ts'
import type { Drawn, Look, NounColumn } from './noun.ts'

type With<Key extends string, Value> = { readonly [K in Key]: Value }

/** A text; `none` where it is empty. */
export const textOf =
  <Key extends string>(key: Key, none: TextKey | null = null): Drawn<With<Key, string>> =>
  (row, { t }) =>
    row[key] || (none === null ? '—' : t(none))

/** A text as a program reads it, in its own lines. */
export const codeOf =
  <Key extends string>(key: Key): Drawn<With<Key, string>> =>
  (row) =>
    row[key].trim() === '' ? (
      '—'
    ) : (
      <Box component="code" sx={{ whiteSpace: 'pre-wrap', fontFamily: monospace, fontSize: 12.5 }}>
        {row[key]}
      </Box>
    )

/** Entries of a list; `none` where there are none. */
export const listOf =
  <Row,>(
    entries: (row: Row, look: Look) => readonly string[],
    none: TextKey | null = null,
  ): Drawn<Row> =>
  (row, look) =>
    entries(row, look).join(', ') || (none === null ? '—' : look.t(none))

/** A number; a dash for 0, which says that there is no limit. */
export const numberOf =
  <Row,>(number: (row: Row) => number): Drawn<Row> =>
  (row) =>
    number(row) === 0 ? '—' : number(row).toLocaleString('en-US')

export const switchOf =
  <Key extends string>(key: Key): Drawn<With<Key, boolean>> =>
  (row, { t }) =>
    t(row[key] ? 'table.on' : 'table.off')

/** A time in the reader's zone; `never` where there is none. */
export const timeOf =
  <Key extends string>(key: Key, never: TextKey | null = null): Drawn<With<Key, number>> =>
  (row, { t }) => <TimeCell seconds={row[key]} {...(never !== null && { never: t(never) })} />

/** The column of the name, with what tells two of one name apart beneath. */
export const nameColumn = <Row extends With<'name', string>>(
  label: TextKey,
  beneath: (row: Row) => string,
) => ({
  label,
  card: 'title' as const,
  sort: 'name' as const,
  cell: (row: Row) => <NameCell name={row.name} id={beneath(row)} />,
})

/** The column of the state. */
export const statusColumn = <Row,>(nameOf: (row: Row) => StatusName) => ({
  label: 'table.status' as const,
  card: 'status' as const,
  sort: 'status' as const,
  cell: (row: Row) => <StatusChip status={nameOf(row)} />,
})

/** A filter by state. */
export const statusFilter = (
  numbers: Readonly<Record<string, number>>,
  nameOf: (status: number) => StatusName,
  kind: 'segments' | 'choice',
) => ({
  name: 'status' as const,
  kind,
  label: 'table.status' as const,
  choices: statusChoices(Object.values(numbers), nameOf),
})

/** Further properties of a column. */
type More = Pick<NounColumn<never>, 'card' | 'optional' | 'sort'>

/** A column of a time, which gives way on a narrow screen. `never` is its word where there is none. */
export const timeColumn = <Key extends string, const Further extends More>(
  label: TextKey,
  key: Key,
  further: Further,
  never: TextKey | null = null,
) => ({ label, optional: true, cell: timeOf(key, never), ...further })

/** A column of what was spent. */
export const sumColumn = <Key extends string, const Further extends More>(
  label: TextKey,
  key: Key,
  further: Further,
) => ({
  label,
  numeric: true,
  cell: (row: With<Key, number>, { display }: Look) => formatSum(row[key], display),
  ...further,
})
