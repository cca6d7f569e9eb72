import { type SelectQueryBuilder, sql } from 'kysely'

/** Makes text that a person typed mean itself inside LIKE … ESCAPE '\'. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, (mark) => `\\${mark}`)

/** Columns of a table, and the text to be found in one of them. */
type Searched = {
  readonly table: string
  readonly text: string
  readonly names: readonly string[]
  readonly most: number
}

/**
 * Of these rows the ones with this number or with the text in a name, whatever the case: the number
 * first, then what begins with the text, then the rest.
 */
export function closest<DB, TB extends keyof DB, O>(
  rows: SelectQueryBuilder<DB, TB, O>,
  wanted: Searched,
): SelectQueryBuilder<DB, TB, O> {
  const { table, text, names, most } = wanted
  const id = sql.ref(`${table}.id`)
  const like = (pattern: string) =>
    sql.join(
      names.map(
        (name) => sql`lower(${sql.ref(`${table}.${name}`)}) like lower(${pattern}) escape '\\'`,
      ),
      sql` or `,
    )
  const number = /^#?(\d{1,15})$/.exec(text)?.[1]
  const isId = number === undefined ? sql`1 = 0` : sql`${id} = ${BigInt(number)}`
  const typed = escapeLike(text)
  return rows
    .where(sql<boolean>`(${isId} or ${like(`%${typed}%`)})`)
    .orderBy(sql`case when ${isId} then 0 when ${like(`${typed}%`)} then 1 else 2 end`)
    .orderBy(id)
    .limit(most)
}
