import { Refusal } from '@posthouse/contract/refusal'
import type { Quota } from '@posthouse/ledger/quota'
import type { Submitter } from '@posthouse/ledger/writer'
import { countableMost } from '../domain/accounts/adjust-quota.ts'
import type { LogRow } from '../domain/usage-log/log-store.ts'
import { refundRow } from '../domain/usage-log/refund-row.ts'
import { refundCommand } from './end-hold.ts'

export type ChargeRefund = {
  readonly charged: LogRow
  readonly actor: string
  readonly reason: string
  readonly at: number
}

/** How long the ledger remembers the accounts of a settled hold. */
const refundableDays = 30

/** Refunds a charge in full, once, with a log row. */
export async function refundCharge(
  { charged, actor, reason, at }: ChargeRefund,
  ledger: Submitter<'refund'>,
  node: string,
): Promise<{ returned: Quota; forgiven: Quota }> {
  const row = refundRow(charged, { content: reason, at, supplierCharged: true })
  const hold = charged.request_id
  const result = await ledger.submit({
    ...refundCommand({ hold, row, node, at, actor, remark: reason }),
    balanceMost: countableMost,
  })
  if (result.ok) return result
  switch (result.reason) {
    case 'already-done':
      throw new Refusal('log.refunded', {})
    case 'hold-pending':
      throw new Refusal('log.still-open', {})
    case 'too-much':
      throw new Refusal('quota.too-large', {})
    case 'unknown-hold':
      throw new Refusal('log.refund-late', { days: refundableDays })
    case 'already-voided':
    case 'nothing-charged':
      throw new Refusal('log.nothing-charged', {})
  }
}
