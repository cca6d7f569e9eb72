import type { Refund, Settle, Void } from '@posthouse/ledger/command'
import type { Quota } from '@posthouse/ledger/quota'
import { talliesOf } from '../domain/usage-log/rollups/tallies.ts'
import type { SqlRow } from '../domain/usage-log/sql-row.ts'

type HoldEnd<Row> = {
  /** Id of the hold and of its log row. */
  readonly hold: string
  readonly row: Row
  /** The node whose roll-ups count the row. */
  readonly node: string
  readonly at: number
}

type Charged = HoldEnd<SqlRow> & {
  readonly amount: Quota
  readonly userId: bigint
  readonly bookRevision: bigint
}

/** Charges what was used, together with the log row. */
export const settleCommand = ({ hold, row, node, at, ...charge }: Charged): Settle => ({
  kind: 'settle',
  hold,
  amount: charge.amount,
  usage: row,
  tallies: talliesOf(row, node),
  actor: `user:${charge.userId}`,
  bookRevision: charge.bookRevision,
  at,
})

/** Releases the hold. `row` is the log row of a failed call, if it gets one. */
export const voidCommand = ({
  hold,
  row,
  node,
  at,
  reason,
}: HoldEnd<SqlRow | null> & { readonly reason: string }): Void => ({
  kind: 'void',
  hold,
  reason,
  expired: false,
  usage: row,
  tallies: row === null ? [] : talliesOf(row, node),
  at,
})

/** Refunds the charge of a hold. The refund counts in the roll-ups of the current hour. */
export const refundCommand = ({
  hold,
  row,
  node,
  at,
  ...why
}: HoldEnd<SqlRow> & { readonly actor: string; readonly remark: string }): Refund => ({
  kind: 'refund',
  hold,
  usage: row,
  tallies: talliesOf(row, node),
  at,
  ...why,
})
