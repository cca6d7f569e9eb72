import type { Api } from '@posthouse/contract/api'
import type { ReplyOf } from '@posthouse/contract/endpoint'
import type { Language } from '@posthouse/contract/errors'
import type {
  LogRow as LogRowOut,
  LogSummary,
  LogSums,
  OwnLogExportQuery,
} from '@posthouse/contract/log'
import { Refusal } from '@posthouse/contract/refusal'
import type { z } from 'zod'
import { type Account, isAdministrator } from '../../domain/accounts/account.ts'
import * as cleaning from '../../domain/usage-log/clean-log.ts'
import { doubtsIn } from '../../domain/usage-log/doubts.ts'
import type { LogFilter } from '../../domain/usage-log/log-filter.ts'
import type { LogPaging } from '../../domain/usage-log/log-page.ts'
import type { LogRow, LogStore } from '../../domain/usage-log/log-store.ts'
import { remarkText } from '../../domain/usage-log/remarks.ts'
import type { ApiParts } from '../api-parts.ts'
import type { Handler, Handlers, SignedCall } from '../call.ts'
import { idOut, quotaOut, secondsOut } from '../present.ts'
import { requireRecentPassword } from '../recent-password.ts'
import { logFile } from './log-file.ts'
import { seriesOut } from './series-out.ts'

const listLogs: Handler<'listLogs'> = ({ query }, { parts, language }) =>
  readPage({ ...query, userId: null }, query, { parts, reader: { administrator: true, language } })

const listOwnLogs: Handler<'listOwnLogs'> = ({ query }, { caller, parts, language }) =>
  readPage(onlyOwn(query, caller), query, { parts, reader: { administrator: false, language } })

async function readPage(
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

const sumLogs: Handler<'sumLogs'> = async ({ query }, { parts }) => {
  const filter = { ...query, userId: null }
  const [summary, writtenOff] = await Promise.all([
    summaryOut(parts, filter),
    parts.logs.writtenOff(filter),
  ])
  return { ...summary, written_off: quotaOut(writtenOff) }
}

const sumOwnLogs: Handler<'sumOwnLogs'> = ({ query }, { caller, parts }) =>
  summaryOut(parts, onlyOwn(query, caller))

async function summaryOut(
  { logs, clock }: Pick<ApiParts, 'logs' | 'clock'>,
  filter: LogFilter,
): Promise<LogSummary> {
  const [sums, meters, { duration, firstContent }] = await Promise.all([
    logs.sums(filter),
    logs.meters(filter),
    logs.latencies(filter, clock.now()),
  ])
  return {
    ...sumsOut(sums),
    meters,
    duration: { p50: duration.p50, p95: duration.p95 },
    first_content: { p50: firstContent.p50, p95: firstContent.p95 },
  }
}

const sumsOut = (sums: Awaited<ReturnType<LogStore['sums']>>): LogSums => ({
  requests: sums.requests,
  failures: sums.failures,
  errors: sums.errors,
  quota: quotaOut(sums.quota),
  prompt_tokens: sums.inputTokens,
  completion_tokens: sums.outputTokens,
  average_first_content_time: sums.averageFirstContentMs,
  rows_since: sums.rowsSince / 1_000,
})

const logSeries: Handler<'logSeries'> = ({ query }, { parts }) =>
  seriesOut({ ...query, userId: null }, query, parts)

const ownLogSeries: Handler<'ownLogSeries'> = ({ query }, { caller, parts }) =>
  seriesOut(onlyOwn(query, caller), query, parts)

const exportLogs: Handler<'exportLogs'> = ({ query }, { parts, language }) =>
  logFile(
    { ...query, userId: null },
    { administrator: true, language, timeZone: query.time_zone },
    parts,
  )

const exportOwnLogs: Handler<'exportOwnLogs'> = ({ query }, { caller, parts, language }) =>
  logFile(
    onlyOwn(query, caller),
    { administrator: false, language, timeZone: query.time_zone },
    parts,
  )

/** Limits a filter to the caller's rows. */
const onlyOwn = (
  query: Omit<z.output<typeof OwnLogExportQuery>, 'time_zone'>,
  caller: Account,
): LogFilter => ({
  ...query,
  userId: caller.id,
  username: '',
  channel_id: 0,
  source_ip: '',
})

const getLog: Handler<'getLog'> = async ({ params }, call) =>
  logOut(await findVisibleRow(params.id, call), {
    administrator: isAdministrator(call.caller),
    language: call.language,
  })

/** Users see their own rows, administrators all. Any other id is unknown. */
export async function findVisibleRow(id: string, { caller, parts }: SignedCall): Promise<LogRow> {
  const row = await parts.logs.find(id)
  if (row === null || (row.user_id !== caller.id && !isAdministrator(caller))) {
    throw new Refusal('log.not-found', {})
  }
  return row
}

const getLogCleanUp: Handler<'getLogCleanUp'> = async ({ query }, call) => {
  const { db } = call.parts
  const { count, first, last } = await cleaning.extentBefore(db, requirePast(query, call))
  return { count, first: Math.floor(first / 1_000), last: Math.floor(last / 1_000) }
}

const cleanLog: Handler<'cleanLog'> = async ({ query }, call) => {
  requireRecentPassword(call)
  const { parts, caller, requestId } = call
  return cleaning.cleanLog(parts.db, {
    until: requirePast(query, call),
    actor: caller,
    requestId,
    now: parts.clock.now(),
  })
}

/** Epoch milliseconds. */
function requirePast(
  { target_timestamp: seconds }: { target_timestamp: number },
  call: SignedCall,
) {
  if (seconds * 1_000 > call.parts.clock.now()) {
    throw new Refusal('log.clean-up-future', {}, { field: 'target_timestamp' })
  }
  return seconds * 1_000
}

type Reader = { readonly administrator: boolean; readonly language: Language }

/** Only administrators see the channel. */
const logOut = (row: LogRow, { administrator, language }: Reader): LogRowOut => ({
  id: idOut(row.id),
  request_id: row.request_id,
  created_at: secondsOut(Number(row.created_at), 0),
  type: Number(row.type),
  channel:
    administrator && row.channel_id !== 0n
      ? { id: idOut(row.channel_id), name: row.channel_name }
      : null,
  user_id: idOut(row.user_id),
  username: row.username,
  token_name: row.token_name,
  model_name: row.model,
  group: row.group,
  is_stream: row.is_stream === 1n,
  request_time: Number(row.duration_ms),
  first_content_time: row.first_content_ms === null ? null : Number(row.first_content_ms),
  prompt_tokens: Number(row.input_tokens),
  completion_tokens: Number(row.output_tokens),
  quota: quotaOut(row.quota),
  usage_source: row.usage_source,
  outcome: row.outcome,
  doubts: doubtsIn(row),
  status: Number(row.status),
  error_code: row.error_code,
  content: remarkText(row.content, language),
  source_ip: row.source_ip,
})

export const logHandlers = {
  listLogs,
  listOwnLogs,
  sumLogs,
  sumOwnLogs,
  logSeries,
  ownLogSeries,
  exportLogs,
  exportOwnLogs,
  getLog,
  getLogCleanUp,
  cleanLog,
} satisfies Partial<Handlers>
