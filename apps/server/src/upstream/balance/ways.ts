import { balanceTypes } from '@posthouse/contract/channel-type-numbers'
import { type Fields, fieldsOf, objectsIn, textOf } from '@posthouse/llm/bytes/fields'
import { endpointOf } from '@posthouse/llm/bytes/endpoint'
import { microsOf } from './decimal-amount.ts'

/** What is left, in millionths of a unit of the supplier's own currency. */
export type Money = { readonly micros: bigint; readonly currency: string }

type Place = { readonly base: string; readonly now: number }

/** How a supplier is asked for the balance of a key. */
export type BalanceWay = {
  /** All of them are read, in this order. */
  readonly places: (place: Place) => readonly URL[]
  /** Numbers are texts here, digit for digit. Null: the answers have another shape. */
  readonly read: (answers: readonly Fields[], base: string) => Money | 'unlimited' | null
}

const money = (value: unknown, currency: string, places = 0): Money | null => {
  const micros = microsOf(textOf(value) ?? '', places)
  return micros === null ? null : { micros, currency }
}

const difference = (total: Money | null, used: Money | null): Money | null =>
  total === null || used === null ? null : { ...total, micros: total.micros - used.micros }

/** The address outside of any version. */
function besideVersion(base: string, path: string): URL {
  const url = new URL(base)
  url.pathname = url.pathname.replace(/\/+$/, '').replace(/\/v\d+$/, '') + path
  return url
}

/** The company asks in yuan in China and in dollars elsewhere; the answer does not say which. */
const currencyAt = (base: string): string =>
  new URL(base).hostname.endsWith('.cn') ? 'CNY' : 'USD'

const day = (time: number): string => new Date(time).toISOString().slice(0, 10)
const dayMs = 86_400_000

/** What One API and its relatives give as the limit of a key without one. */
const noLimit = 100_000_000n * 1_000_000n

/**
 * The dashboard's address at OpenAI, which refuses API keys there by now, and at gateways that imitate it
 * (https://github.com/songquanpeng/one-api/blob/main/controller/billing.go). Usage is in cents.
 */
const dashboard: BalanceWay = {
  places: ({ base, now }) => [
    endpointOf(base, '/dashboard/billing/subscription'),
    endpointOf(
      base,
      `/dashboard/billing/usage?start_date=${day(now - 99 * dayMs)}&end_date=${day(now + dayMs)}`,
    ),
  ],
  read: ([subscription = {}, usage = {}]) => {
    const total = money(subscription['hard_limit_usd'], 'USD')
    if (total !== null && total.micros >= noLimit) return 'unlimited'
    return difference(total, money(usage['total_usage'], 'USD', 2))
  },
}

/** https://openrouter.ai/docs/api/api-reference/credits/get-credits: for management keys only. */
const openRouterCredits: BalanceWay = {
  places: ({ base }) => [endpointOf(base, '/credits')],
  read: ([answer = {}]) => {
    const { total_credits: total, total_usage: used } = fieldsOf(answer['data']) ?? {}
    return difference(money(total, 'USD'), money(used, 'USD'))
  },
}

/** https://openrouter.ai/docs/api/api-reference/api-keys/get-current-key: what the key's own limit leaves. */
const openRouterKey: BalanceWay = {
  places: ({ base }) => [endpointOf(base, '/key')],
  read: ([answer = {}]) => {
    const { limit_remaining: left } = fieldsOf(answer['data']) ?? {}
    return left === null ? 'unlimited' : money(left, 'USD')
  },
}

/** https://api-docs.deepseek.com/api/get-user-balance: one entry for each currency. */
const deepSeek: BalanceWay = {
  places: ({ base }) => [besideVersion(base, '/user/balance')],
  read: ([answer = {}]) => {
    const each = objectsIn(answer['balance_infos']).map((entry) =>
      money(entry['total_balance'], textOf(entry['currency']) ?? ''),
    )
    const known = each.filter((entry) => entry !== null)
    if (known.length < each.length) return null
    return known.find(({ micros }) => micros !== 0n) ?? known[0] ?? null
  },
}

/** https://platform.moonshot.cn/docs/api/misc */
const moonshot: BalanceWay = {
  places: ({ base }) => [endpointOf(base, '/users/me/balance')],
  read: ([answer = {}], base) =>
    money(fieldsOf(answer['data'])?.['available_balance'], currencyAt(base)),
}

/** https://docs.siliconflow.cn/cn/api-reference/userinfo/get-user-info */
const siliconFlow: BalanceWay = {
  places: ({ base }) => [endpointOf(base, '/user/info')],
  read: ([answer = {}], base) =>
    money(fieldsOf(answer['data'])?.['totalBalance'], currencyAt(base)),
}

/** https://platform.stepfun.com/docs/zh/api-reference/accounts/get; its site outside of China is `.ai`. */
const stepFun: BalanceWay = {
  places: ({ base }) => [endpointOf(base, '/accounts')],
  read: ([answer = {}], base) =>
    money(answer['balance'], new URL(base).hostname.endsWith('.ai') ? 'USD' : 'CNY'),
}

/** https://vercel.com/docs/ai-gateway/usage */
const vercel: BalanceWay = {
  places: ({ base }) => [endpointOf(base, '/credits')],
  read: ([answer = {}]) => money(answer['balance'], 'USD'),
}

/** https://novita.ai/docs/api-reference/basic-get-user-balance: in 1/10000 dollars. */
const novita: BalanceWay = {
  places: ({ base }) => [new URL('/openapi/v1/billing/balance/detail', base)],
  read: ([answer = {}]) => money(answer['availableBalance'], 'USD', 4),
}

/** By channel type number. A further way is tried where the one before is refused. */
const ways: Readonly<Record<(typeof balanceTypes)[number], readonly BalanceWay[]>> = {
  1: [dashboard],
  8: [dashboard],
  20: [openRouterCredits, openRouterKey],
  28: [deepSeek],
  29: [moonshot],
  45: [siliconFlow],
  908: [stepFun],
  910: [vercel],
  916: [novita],
}

export function waysOf(type: number): readonly BalanceWay[] {
  const known = balanceTypes.find((number) => number === type)
  return known === undefined ? [] : ways[known]
}
