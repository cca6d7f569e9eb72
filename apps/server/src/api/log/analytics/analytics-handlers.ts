import { stationFigures } from '../../../domain/analytics/station-figures.ts'
import { coinText } from '../../../domain/payments/quote.ts'
import type { Handler } from '../../call.ts'
import { quotaOut } from '../../present.ts'
import { periodOut } from './period-out.ts'
import { todayOut } from './today-out.ts'

export const analyticsHandlers = {
  getStationFigures: async (_, { parts }) => {
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
  },
  getStationToday: ({ query }, { parts }) => todayOut(query.time_zone, parts),
  listPeriodFigures: ({ query }, { parts }) => periodOut(query, parts),
} satisfies { readonly [Name in AnalyticsCall]: Handler<Name> }

type AnalyticsCall = 'getStationFigures' | 'getStationToday' | 'listPeriodFigures'
