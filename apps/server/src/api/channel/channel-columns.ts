import { channelStatus } from '@posthouse/contract/channel'
import type { ChannelLine } from '../../domain/channels/channel-noun.ts'
import { listFrom } from '../../domain/channels/channel-store.ts'
import type { Cell } from '../csv/csv-file.ts'
import { dollars, namesOf, time } from '../csv/cells.ts'
import type { Columns } from '../noun/export-of.ts'

const statusName = namesOf(channelStatus)

/** Nothing that may hold a secret: no keys, proxy, headers or parameters. */
export const channelColumns: Columns<ChannelLine> = [
  ['id', ({ id }) => id],
  ['name', ({ name }) => name],
  ['type', ({ type }) => type],
  ['status', ({ status }) => statusName(status)],
  ['groups', ({ groups }) => listFrom(groups).join(' ')],
  ['models', ({ models }) => listFrom(models).join(' ')],
  ['tag', ({ tag }) => tag],
  ['keys', (channel) => channel.key_count],
  ['priority', ({ priority }) => priority],
  ['weight', ({ weight }) => weight],
  ['response_ms', (row) => (row.tested_at === null ? null : row.response_time)],
  ['tested', (row, { timeZone }) => time(row.tested_at, timeZone)],
  ['test_failure', (row) => row.test_failure],
  ['used_quota', ({ used }) => BigInt(used)],
  ['used_usd', ({ used }, { perUnit }) => dollars(BigInt(used), perUnit)],
  ['balance', (row) => balance(row.balance_micros)],
  ['balance_currency', (row) => row.balance_currency],
  ['created', (row, { timeZone }) => time(row.created_at, timeZone)],
]

const balance = (micros: bigint | null): Cell =>
  micros === null ? null : dollars(micros, 1_000_000)
