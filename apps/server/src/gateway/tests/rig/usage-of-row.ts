import type { SqlValue } from '@posthouse/ledger/command'
import { metersIn } from '../../../pricing/stored-usage.ts'

/** What a row of the log was charged for, by meter; the call itself is in all of them. */
export const usageOfRow = (row: Readonly<Record<string, SqlValue>> | null | undefined) =>
  Object.fromEntries(
    metersIn(String(row?.['usage'] ?? '[]')).flatMap(({ meter, amount }) =>
      meter === 'call' ? [] : [[meter, amount]],
    ),
  )
