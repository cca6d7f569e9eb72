import { channelStatus } from '@posthouse/contract/channel'
import { listFrom } from '../../domain/channels/channel-store.ts'
import { type ChannelLine, channelsBelow } from '../../domain/channels/channels-below.ts'
import { dayIn } from '../../lib/zone.ts'
import type { Handler } from '../call.ts'
import type { Cell } from '../csv/csv-file.ts'
import { dollars, namesOf, time } from '../csv/cells.ts'
import { exportPageRows, pagesById } from '../csv/pages-by-id.ts'

type About = { readonly timeZone: string; readonly perUnit: number }

export const exportChannels: Handler<'exportChannels'> = async ({ query }, { parts }) => {
  const { QuotaPerUnit: perUnit } = parts.snapshot.get().settings
  const about = { timeZone: query.time_zone, perUnit }
  return {
    name: 'channels',
    day: dayIn(parts.clock.now(), query.time_zone),
    columns: columns.map(([name]) => name),
    pages: pagesById(
      (before) => channelsBelow(parts.db, query, { before, size: exportPageRows }),
      (channels) => channels.map((channel) => columns.map(([, cell]) => cell(channel, about))),
    ),
  }
}

const statusName = namesOf(channelStatus)

/** Nothing that may hold a secret: no keys, proxy, headers or parameters. */
const columns: readonly [string, (channel: ChannelLine, about: About) => Cell][] = [
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
  ['balance_usd', (row) => balance(row.balance_micros)],
  ['created', (row, { timeZone }) => time(row.created_at, timeZone)],
]

const balance = (micros: bigint | null): Cell =>
  micros === null ? null : dollars(micros, 1_000_000)
