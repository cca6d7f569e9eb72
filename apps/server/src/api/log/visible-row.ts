import { Refusal } from '@posthouse/contract/refusal'
import { isAdministrator } from '../../domain/accounts/account.ts'
import type { LogRow } from '../../domain/usage-log/log-store.ts'
import type { SignedCall } from '../call.ts'

/** A row that the caller may see: their own, or any for an administrator. Another's does not exist. */
export async function visibleRow(id: string, { caller, parts }: SignedCall): Promise<LogRow> {
  const row = await parts.logs.find(id)
  if (row === null || (row.user_id !== caller.id && !isAdministrator(caller))) {
    throw new Refusal('log.not-found', {})
  }
  return row
}
