import type { Refund, Settle, Void } from '@posthouse/ledger/command'
import type { Quota } from '@posthouse/ledger/quota'
import { talliesOf } from '../domain/usage-log/rollups/tallies.ts'
import type { SqlRow } from '../domain/usage-log/sql-row.ts'

/** The end of a hold. */
type HoldEnd<Row> = {
  /** Its id, which the row has too. */
  readonly hold: string
  readonly row: Row
  /** In whose roll-ups the row is counted. */
  readonly node: string
  readonly at: number
}

type Charged = HoldEnd<SqlRow> & {
  readonly amount: Quota
  readonly userId: bigint
  readonly bookRevision: bigint
}

/** Takes what was used, with the row that explains it. */
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

/** Gives the hold back. `row`: of the call that failed, when it deserves one. */
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

/** Gives the charge that ended a hold back; what its row says, sums of the hour of now say too. */
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
