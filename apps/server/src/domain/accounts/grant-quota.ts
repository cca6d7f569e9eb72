import { logType } from '@posthouse/contract/log'
import { walletOf } from '@posthouse/ledger/account'
import type { Quota } from '@posthouse/ledger/quota'
import type { Submitter } from '@posthouse/ledger/writer'
import { remarkRow } from '../usage-log/remark-row.ts'
import type { Account } from './account.ts'

/** Grants quota once per cause. */
export async function grantQuota(
  grant: { account: Account; amount: Quota; cause: string; remark: string; at: number },
  ledger: Submitter<'grant'>,
): Promise<void> {
  await ledger.submit({
    kind: 'grant',
    cause: grant.cause,
    account: walletOf(grant.account.id),
    counterpart: 'granted',
    amount: grant.amount,
    actor: 'system',
    remark: grant.remark,
    usage: remarkRow({
      ...grant,
      requestId: grant.cause,
      logType: logType.system,
      content: grant.remark,
    }),
    at: grant.at,
  })
}
