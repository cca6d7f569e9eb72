import { accessTokenCalls } from './calls/access-tokens.ts'
import { accountCalls } from './calls/account.ts'
import { analyticsCalls } from './calls/analytics.ts'
import { bindingCalls } from './calls/bindings.ts'
import { channelBatchCalls } from './calls/channel-batch.ts'
import { channelKeyCalls } from './calls/channel-keys.ts'
import { channelManyCalls } from './calls/channel-many.ts'
import { channelCalls } from './calls/channels.ts'
import { groupCalls } from './calls/groups.ts'
import { logCalls } from './calls/logs.ts'
import { oauthCalls } from './calls/oauth.ts'
import { passkeyCalls } from './calls/passkeys.ts'
import { notificationCalls } from './calls/notifications.ts'
import { paymentCalls } from './calls/payments.ts'
import { priceCalls } from './calls/prices.ts'
import { redemptionCalls } from './calls/redemptions.ts'
import { searchCalls } from './calls/search.ts'
import { secondFactorCalls } from './calls/second-factor.ts'
import { sessionCalls } from './calls/session.ts'
import { siteCalls } from './calls/site.ts'
import { statementCalls } from './calls/statements.ts'
import { stationCalls } from './calls/station.ts'
import { taskCalls } from './calls/tasks.ts'
import { telegramCalls } from './calls/telegram.ts'
import { tokenCalls } from './calls/tokens.ts'
import { userCalls } from './calls/users.ts'
import { workCalls } from './calls/works.ts'

/**
 * All calls of the console in one table, from which the server, the client, the API page and the access tests are
 * built.
 */
export const api = {
  ...siteCalls,
  ...stationCalls,
  ...sessionCalls,
  ...secondFactorCalls,
  ...passkeyCalls,
  ...accountCalls,
  ...accessTokenCalls,
  ...oauthCalls,
  ...bindingCalls,
  ...notificationCalls,
  // Before the user calls, because `/api/user/:id` would match these paths.
  ...paymentCalls,
  ...statementCalls,
  ...userCalls,
  ...groupCalls,
  ...telegramCalls,
  ...tokenCalls,
  // Before the calls of one channel, because `/api/channel/:id` would match this path.
  ...channelManyCalls,
  ...channelCalls,
  ...channelKeyCalls,
  ...channelBatchCalls,
  ...priceCalls,
  ...redemptionCalls,
  ...logCalls,
  ...analyticsCalls,
  ...searchCalls,
  ...taskCalls,
  ...workCalls,
}

export type Api = typeof api
export type CallName = keyof Api
