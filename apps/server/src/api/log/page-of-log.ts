import type { Api } from '@posthouse/contract/api'
import type { ReplyOf } from '@posthouse/contract/endpoint'
import type { LogFilter } from '../../domain/usage-log/log-filter.ts'
import type { LogPaging } from '../../domain/usage-log/log-page.ts'
import type { ApiParts } from '../api-parts.ts'
import { logOut, type Reader } from './log-out.ts'

export async function pageOfLog(
  filter: LogFilter,
  paging: LogPaging,
  { parts, reader }: { parts: ApiParts; reader: Reader },
): Promise<ReplyOf<Api['listLogs']>> {
  const [{ rows, more }, { total, capped }] = await Promise.all([
    parts.logs.page(filter, paging),
    parts.logs.count(filter),
  ])
  return {
    data: rows.map((row) => logOut(row, reader)),
    page: paging.page,
    size: paging.size,
    total_count: total,
    capped,
    more,
  }
}
