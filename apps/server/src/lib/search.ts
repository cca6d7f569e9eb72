import { type RawBuilder, sql } from 'kysely'

/** Makes text that a person typed mean itself inside LIKE … ESCAPE '\'. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, (mark) => `\\${mark}`)

/**
 * Finds rows by their number or by part of a name, whatever the case. `rank` puts the number first,
 * then what begins with the text, then the rest.
 */
export function matching(
  text: string,
  columns: { readonly id: string; readonly names: readonly string[] },
): { found: RawBuilder<boolean>; rank: RawBuilder<unknown> } {
  const like = (pattern: string) =>
    sql.join(
      columns.names.map((name) => sql`lower(${sql.ref(name)}) like lower(${pattern}) escape '\\'`),
      sql` or `,
    )
  const number = /^#?(\d{1,15})$/.exec(text)?.[1]
  const isId = number === undefined ? sql`1 = 0` : sql`${sql.ref(columns.id)} = ${BigInt(number)}`
  const typed = escapeLike(text)
  return {
    found: sql<boolean>`(${isId} or ${like(`%${typed}%`)})`,
    rank: sql`case when ${isId} then 0 when ${like(`${typed}%`)} then 1 else 2 end`,
  }
}
