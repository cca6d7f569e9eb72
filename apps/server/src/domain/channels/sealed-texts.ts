import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Sealer } from '../../lib/seal.ts'

/** Texts of a channel that may hold secrets beside its keys. */
const columns = ['proxy', 'model_headers', 'custom_parameter', 'plugin'] as const
type Column = (typeof columns)[number]
type Stored = { readonly id: bigint } & Readonly<Record<Column, string>>
type Texts = { readonly [Name in Column]?: string | undefined }

/** Neither an address nor a JSON object begins like it. */
const isSealed = (text: string): boolean => text.startsWith('v1:')

const place = (id: bigint, column: Column) => ({ table: 'channels', column, id: String(id) })

/** A stored row with its texts opened; those of an earlier version are as they are. */
export function opened<Row extends Stored>(row: Row, seal: Sealer): Row {
  const texts = columns.map((column) => [
    column,
    isSealed(row[column]) ? seal.open(row[column], place(row.id, column)) : row[column],
  ])
  return { ...row, ...Object.fromEntries(texts) }
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

/** Seals what an earlier version stored, unless somebody changes it meanwhile. */
export async function sealPlainTexts(db: Kysely<Tables>, seal: Sealer): Promise<void> {
  for (const column of columns) {
    const rows = await db
      .selectFrom('channels')
      .select(['id', column])
      .where(column, '<>', '')
      .where(column, 'not like', 'v1:%')
      .execute()
    for (const row of rows) {
      await db
        .updateTable('channels')
        .set({ [column]: seal.seal(row[column], place(row.id, column)) })
        .where('id', '=', row.id)
        .where(column, '=', row[column])
        .execute()
    }
  }
}
