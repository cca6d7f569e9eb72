import { logType } from '@posthouse/contract/log'
import type { Language } from '@posthouse/contract/errors'
import { dayIn } from '../../lib/zone.ts'
import type { LogFilter } from '../../domain/usage-log/log-filter.ts'
import type { LogRow } from '../../domain/usage-log/log-store.ts'
import { remarkText } from '../../domain/usage-log/remarks.ts'
import type { ApiParts } from '../api-parts.ts'
import { type Cell, type CsvFile, exportPageRows, pagesById } from '../csv/csv-file.ts'
import { dollars, namesOf, time } from '../csv/cells.ts'

export type LogFileReader = {
  readonly administrator: boolean
  readonly language: Language
  readonly timeZone: string
}

type Column = readonly [
  name: string,
  cell: (row: LogRow, about: LogFileReader & { perUnit: number }) => Cell,
]

/** The rows of a filter as CSV, newest first. Only administrators get the columns of channels. */
export async function logFile(
  filter: LogFilter,
  reader: LogFileReader,
  parts: ApiParts,
): Promise<CsvFile> {
  const columns = reader.administrator ? [...general, ...ofChannel] : general
  const about = { ...reader, perUnit: parts.snapshot.get().settings.QuotaPerUnit }
  const walk = await parts.logs.walk(filter, exportPageRows)
  return {
    name: 'log',
    day: dayIn(parts.clock.now(), reader.timeZone),
    columns: columns.map(([name]) => name),
    pages: pagesById(walk, (rows) =>
      rows.map((row) => columns.map(([, cell]) => cell(row, about))),
    ),
  }
}

const typeName = namesOf(logType)

const general: readonly Column[] = [
  ['id', ({ id }) => id],
  ['request_id', (row) => row.request_id],
  ['time', (row, { timeZone }) => time(row.created_at, timeZone)],
  ['type', ({ type }) => typeName(type)],
  ['user_id', (row) => row.user_id],
  ['username', ({ username }) => username],
  ['token', (row) => row.token_name],
  ['model', ({ model }) => model],
  ['group', ({ group }) => group],
  ['stream', (row) => row.is_stream === 1n],
  ['duration_ms', (row) => row.duration_ms],
  ['first_content_ms', (row) => row.first_content_ms],
  ['prompt_tokens', (row) => row.input_tokens],
  ['completion_tokens', (row) => row.output_tokens],
  ['quota', ({ quota }) => quota],
  ['amount_usd', ({ quota }, { perUnit }) => dollars(quota, perUnit)],
  ['usage_source', (row) => row.usage_source],
  ['outcome', ({ outcome }) => outcome],
  ['doubts', ({ doubts }) => doubts],
  ['status', ({ status }) => (status === 0n ? null : status)],
  ['error_code', (row) => row.error_code],
  ['remark', ({ content }, { language }) => remarkText(content, language)],
  ['source_ip', (row) => row.source_ip],
]

const ofChannel: readonly Column[] = [
  ['channel_id', (row) => (row.channel_id === 0n ? null : row.channel_id)],
  ['channel', (row) => row.channel_name],
]
