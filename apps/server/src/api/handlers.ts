import type { Handlers } from './call.ts'
import { channelBatchHandlers } from './channel/channel-batch-calls.ts'
import { channelHandlers } from './channel/channel-calls.ts'
import { channelKeyHandlers } from './channel/channel-key-calls.ts'
import { channelSupplierHandlers } from './channel/channel-supplier-calls.ts'
import { channelTagHandlers } from './channel/channel-tag-calls.ts'
import { channelTestHandlers } from './channel/channel-test-calls.ts'
import { routingHandlers } from './channel/routing-calls.ts'
import { groupHandlers } from './group/group-calls.ts'
import { analyticsHandlers } from './log/analytics/analytics-calls.ts'
import { chargeHandlers } from './log/charge-calls.ts'
import { logHandlers } from './log/log-calls.ts'
import { gatewayHandlers } from './money/payments/gateway-calls.ts'
import { orderHandlers } from './money/payments/order-calls.ts'
import { ownOrderHandlers } from './money/payments/own-order-calls.ts'
import { statementHandlers } from './money/payments/statement-calls.ts'
import { redemptionHandlers } from './money/redemption-calls.ts'
import { optionHandlers } from './option/option-calls.ts'
import { telegramHandlers } from './option/telegram-calls.ts'
import { priceHandlers } from './price/price-calls.ts'
import { priceExplanationHandlers } from './price/price-explanation-calls.ts'
import { priceListHandlers } from './price/price-list-calls.ts'
import { searchHandlers } from './search/search-calls.ts'
import { catalogueHandlers } from './site/catalogue-calls.ts'
import { siteHandlers } from './site/site-calls.ts'
import { taskHandlers } from './task/task-calls.ts'
import { workHandlers } from './task/work-calls.ts'
import { tokenHandlers } from './token/token-calls.ts'
import { accessTokenHandlers } from './user/access-token-calls.ts'
import { accountHandlers } from './user/account-calls.ts'
import { bindingHandlers } from './user/binding-calls.ts'
import { userHandlers } from './user/managed/user-calls.ts'
import { notificationHandlers } from './user/notification-calls.ts'
import { oauthHandlers } from './user/oauth/oauth-calls.ts'
import { passkeyHandlers } from './user/security/passkey-calls.ts'
import { secondFactorHandlers } from './user/security/second-factor-calls.ts'
import { sessionHandlers } from './user/session-calls.ts'
import { signUpHandlers } from './user/sign-up-calls.ts'

/** The handler of every call. A call without one, or in two tables, does not compile. */
export const handlers: Handlers = joinTables(
  siteHandlers,
  catalogueHandlers,
  searchHandlers,
  optionHandlers,
  telegramHandlers,
  signUpHandlers,
  sessionHandlers,
  secondFactorHandlers,
  passkeyHandlers,
  oauthHandlers,
  accountHandlers,
  accessTokenHandlers,
  bindingHandlers,
  notificationHandlers,
  userHandlers,
  groupHandlers,
  tokenHandlers,
  channelHandlers,
  channelKeyHandlers,
  channelBatchHandlers,
  channelTagHandlers,
  channelTestHandlers,
  channelSupplierHandlers,
  routingHandlers,
  priceHandlers,
  priceExplanationHandlers,
  priceListHandlers,
  redemptionHandlers,
  gatewayHandlers,
  orderHandlers,
  ownOrderHandlers,
  statementHandlers,
  logHandlers,
  chargeHandlers,
  analyticsHandlers,
  taskHandlers,
  workHandlers,
)

/** The tables, with `never` in place of each one that repeats a call of an earlier one. */
type Disjoint<Tables, Seen = never> = Tables extends readonly [infer First, ...infer Rest]
  ? [keyof First & Seen extends never ? First : never, ...Disjoint<Rest, Seen | keyof First>]
  : []

type Joined<Tables> = Tables extends readonly [infer First, ...infer Rest]
  ? First & Joined<Rest>
  : unknown

function joinTables<Tables extends readonly object[]>(
  ...tables: Tables & Disjoint<Tables>
): Joined<Tables> {
  return Object.assign({}, ...tables)
}
