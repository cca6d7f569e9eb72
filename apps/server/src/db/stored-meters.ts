import { type RawBuilder, sql } from 'kysely'
import type { DatabaseDialect } from './connection.ts'

/**
 * Of rows with the columns named and `usage`: a row for each meter, with `meter` and `amount`. What
 * cannot be read has none, and the call itself is none.
 */
export function storedMeters(
  dialect: DatabaseDialect,
  rows: RawBuilder<unknown>,
  columns: readonly string[] = [],
): RawBuilder<unknown> {
  const kept = columns.map((column) => sql`${sql.ref(`used.${column}`)},`)
  const parts = dialect === 'sqlite' ? partsInSqlite : partsInPostgres
  return sql`(select * from (
    select ${sql.join(kept, sql` `)} ${parts.meter} as meter, ${parts.amount} as amount
    from ${rows} as used ${parts.joined}
  ) as every_meter where meter <> 'call' and amount is not null)`
}

const partsInSqlite = {
  meter: sql`case when part.type = 'object' then json_extract(part.value, '$.meter') end`,
  amount: sql`case when part.type = 'object' then json_extract(part.value, '$.amount') end`,
  joined: sql`join json_each(case when json_valid(used.usage) then used.usage else '[]' end) as part`,
}

const partsInPostgres = {
  meter: sql`part.meter`,
  amount: sql`part.amount`,
  joined: sql`cross join lateral (
    select element ->> 'meter' as meter, cast(element ->> 'amount' as bigint) as amount
    from json_array_elements(
      case when used.usage like '[{%' then cast(used.usage as json) else '[]' end) as element
  ) as part`,
}
