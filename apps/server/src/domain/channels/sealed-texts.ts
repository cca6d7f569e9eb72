import { openOrNull, type Sealer } from '../../lib/seal.ts'

/** Texts of a channel that may hold secrets beside its keys. */
const columns = ['proxy', 'model_headers', 'custom_parameter', 'plugin'] as const
type Column = (typeof columns)[number]
type SealedRow = { readonly id: bigint } & Readonly<Record<Column, string>>
type Texts = { readonly [Name in Column]?: string | undefined }

const place = (id: bigint, column: Column) => ({ table: 'channels', column, id: String(id) })

const openedText = (row: SealedRow, column: Column, seal: Sealer): string | null =>
  row[column] === '' ? '' : openOrNull(seal, row[column], place(row.id, column))

/** Whether all of them can be opened. */
export const isReadable = (row: SealedRow, seal: Sealer): boolean =>
  columns.every((column) => openedText(row, column, seal) !== null)

/** A stored row with its texts opened; an empty one was not sealed. Without all of them it does not serve. */
export function opened<Row extends SealedRow & { readonly status: bigint }>(
  row: Row,
  seal: Sealer,
): Row {
  const texts = columns.map((column) => [column, openedText(row, column, seal) ?? ''])
  const status = row.status === 1n && !isReadable(row, seal) ? 3n : row.status
  return { ...row, ...Object.fromEntries(texts), status }
}

/** The given texts as they are stored; those not given, or empty, stay so. */
export function sealed(id: bigint, given: Texts, seal: Sealer): Partial<Record<Column, string>> {
  const texts = columns.flatMap((column) => {
    const text = given[column]
    if (text === undefined) return []
    return [[column, text === '' ? '' : seal.seal(text, place(id, column))] as const]
  })
  return Object.fromEntries(texts)
}
