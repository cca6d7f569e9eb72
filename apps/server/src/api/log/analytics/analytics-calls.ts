import type { StationToday } from '@posthouse/contract/calls/analytics'
import { channelStatus } from '@posthouse/contract/channel'
import { sandboxType } from '@posthouse/contract/channel-type-numbers'
import { stationFigures } from '../../../domain/analytics/station-figures.ts'
import { countAttention } from '../../../domain/channels/channel-noun.ts'
import { modelsFor } from '../../../domain/channels/channel.ts'
import { coinText } from '../../../domain/payments/quote.ts'
import { calendarStepAt } from '../../../lib/calendar.ts'
import type { ApiParts } from '../../api-parts.ts'
import type { Handler, Handlers } from '../../call.ts'
import { idOut, quotaOut, secondsOut } from '../../present.ts'
import { periodOut } from './period-out.ts'

const getStationFigures: Handler<'getStationFigures'> = async (_input, { parts }) => {
  const { used, balance, users, channels, redeemed, orders } = await stationFigures(parts.db)
  const { testDisabled, ...counts } = channels
  return {
    used_quota: quotaOut(used),
    balance_quota: quotaOut(balance),
    users,
    channels: { ...counts, test_disabled: testDisabled },
    redeemed: { codes: redeemed.codes, quota: quotaOut(redeemed.quota) },
    orders: {
      count: orders.reduce((sum, { count }) => sum + count, 0),
      quota: quotaOut(orders.reduce((sum, { quota }) => sum + quota, 0n)),
      amounts: orders.map(({ currency, minor }) => ({ currency, amount: coinText(minor) })),
    },
  }
}
/** Channels that the page names; it shows no longer list. */
const failingMost = 50

const getStationToday: Handler<'getStationToday'> = async ({ query }, { parts }) => {
  const { start } = calendarStepAt(parts.clock.now(), { step: 'day', timeZone: query.time_zone })
  const [activeUsers, disabled, attention] = await Promise.all([
    parts.rollups.activeUsers(start),
    disabledByTest(parts),
    countAttention(parts.db),
  ])
  return {
    since: secondsOut(start, 0),
    active_users: activeUsers,
    attention,
    failing: [...coolingIn(parts), ...disabled]
      .toSorted((one, other) => one.since - other.since)
      .slice(0, failingMost),
    unpriced: unpricedIn(parts),
  }
}

type Failing = StationToday['failing'][number]

const coolingIn = ({ snapshot, health }: ApiParts): Failing[] =>
  snapshot.get().channels.flatMap(({ id, name }) =>
    health.coolingOf(id).map(({ model, since, until, reason }) => ({
      id: idOut(id),
      name,
      kind: 'cooling' as const,
      model,
      since: secondsOut(since, 0),
      until: secondsOut(until, 0),
      reason,
    })),
  )

async function disabledByTest({ db }: ApiParts): Promise<Failing[]> {
  const rows = await db
    .selectFrom('channels')
    .where('deleted_at', 'is', null)
    .where('status', '=', BigInt(channelStatus.testDisabled))
    .select([
      'id',
      'name',
      'tested_at',
      'updated_at',
      'test_failure',
      'attention_at',
      'attention_reason',
    ])
    .execute()
  return rows.map((row) => ({
    id: idOut(row.id),
    name: row.name,
    kind: 'test' as const,
    model: '',
    since: secondsOut(Number(row.attention_at ?? row.tested_at ?? row.updated_at), 0),
    until: 0,
    reason: row.attention_reason || row.test_failure,
  }))
}

function unpricedIn({ snapshot }: ApiParts): string[] {
  const { channels, prices } = snapshot.get()
  const names = channels
    .filter(({ type }) => type !== sandboxType)
    .flatMap((channel) => channel.models.map((model) => modelsFor(channel, model).priced))
    .filter((name) => prices.match(name) === null)
  return [...new Set(names)].toSorted((one, other) => one.localeCompare(other))
}

const listPeriodFigures: Handler<'listPeriodFigures'> = ({ query }, { parts }) =>
  periodOut(query, parts)

export const analyticsHandlers = {
  getStationFigures,
  getStationToday,
  listPeriodFigures,
} satisfies Partial<Handlers>
