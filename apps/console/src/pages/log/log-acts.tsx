import type { LogRow } from '@posthouse/contract/log'
import { RefundCharge } from '../../forms/log/refund-charge.tsx'
import { type Act, opens } from '../../noun/act.ts'
import { isCall } from './log-columns.tsx'

/** Acts on a row of the log. */
export const logActs: readonly Act<LogRow, never>[] = [
  {
    ...opens('refund', 'charge.giveBack', (row: LogRow, close) => (
      <RefundCharge row={row} onClose={close} />
    )),
    only: 'administrators',
    allows: (row) => isCall(row) && row.quota > 0,
  },
]
