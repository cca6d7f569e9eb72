import { metersIn } from '../../../domain/pricing/stored-usage.ts'
import type { SqlRow } from '../../../domain/usage-log/sql-row.ts'

/** The meters that a row of the log was charged for; the call itself is in all of them. */
export const usageOfRow = (row: SqlRow | null | undefined) =>
  Object.fromEntries(
    metersIn(String(row?.['usage'] ?? '[]')).flatMap(({ meter, amount }) =>
      meter === 'call' ? [] : [[meter, amount]],
    ),
  )
