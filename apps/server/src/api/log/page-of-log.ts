import type { Api } from '@posthouse/contract/api'
import type { ReplyOf } from '@posthouse/contract/endpoint'
import type { LogFilter } from '../../usage-log/log-filter.ts'
import type { ApiParts } from '../api-parts.ts'
import { logOut } from './log-out.ts'

export async function pageOfLog(
  filter: LogFilter,
  paging: { page: number; size: number; order: string },
  { parts, forAdministrator }: { parts: ApiParts; forAdministrator: boolean },
): Promise<ReplyOf<Api['listLogs']>> {
  const [rows, { total, capped }] = await Promise.all([
    parts.logs.page(filter, paging),
    parts.logs.count(filter),
  ])
  return {
    data: rows.map((row) => logOut(row, forAdministrator)),
    page: paging.page,
    size: paging.size,
    total_count: total,
    capped,
  }
}
