import type { OwnLogExportQuery } from '@posthouse/contract/log'
import type { z } from 'zod'
import type { Account } from '../../domain/accounts/account.ts'
import type { LogFilter } from '../../domain/usage-log/log-filter.ts'

/** A filter that can reach nothing but the caller's rows. */
export const onlyOwn = (
  query: Omit<z.output<typeof OwnLogExportQuery>, 'time_zone'>,
  caller: Account,
): LogFilter => ({
  ...query,
  userId: caller.id,
  username: '',
  channel_id: 0,
  source_ip: '',
})
