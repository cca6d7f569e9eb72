import { z } from 'zod'
import { BulkChanged, saysSomething, selectionOf } from './bulk.ts'
import { changeOf } from './change-of.ts'
import { exportQuery, listQuery } from './list.ts'
import { filterText, GivenSeconds, Id, Name, nameOf, QuotaUnits, Seconds } from './scalars.ts'

/** The family's numbers. Expired and exhausted are derived from expiry and quota when read. */
export const tokenStatus = { enabled: 1, disabled: 2, expired: 3, exhausted: 4 } as const
export type TokenStatus = (typeof tokenStatus)[keyof typeof tokenStatus]

/** Actions allowed in each state of a token. Server, pages and tests use this table. */
export const tokenAllows = {
  enable: [tokenStatus.disabled],
  disable: [tokenStatus.enabled, tokenStatus.expired, tokenStatus.exhausted],
} satisfies Record<string, readonly TokenStatus[]>

export const windowPeriods = ['5h', 'day', 'week', 'month'] as const

/** An IP address or a CIDR range. The server matches callers' addresses against it. */
const Address = z.string().trim().max(49).refine(isAddressRange, { error: 'field.address' })

const isIpv4 = (text: string): boolean => z.ipv4().safeParse(text).success

/** The bracketed form of a URL. Zones are refused because they have a meaning on one machine only. */
const isIpv6 = (text: string): boolean =>
  /^[0-9a-f:.]+$/i.test(text) && URL.canParse(`http://[${text}]/`)

function isAddressRange(text: string): boolean {
  const [address = '', bits = '0', ...more] = text.split('/')
  const bitsMost = isIpv4(address) ? 32 : isIpv6(address) ? 128 : -1
  return more.length === 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= bitsMost
}

/** Spend limits in quota units by period. 0 means no limit, and is left out. */
const SpendLimits = z
  .partialRecord(z.enum(windowPeriods), QuotaUnits.min(0))
  .overwrite((spend) =>
    Object.fromEntries(Object.entries(spend).filter(([, units]) => units !== 0)),
  )

/** Limits of a token other than quota and expiry. 0 and an empty list mean "no limit". */
export const TokenLimits = z.object({
  models: z.array(nameOf('field.required').max(200)).max(500).default([]),
  addresses: z.array(Address).max(200).default([]),
  requests_per_minute: z.number().int().min(0).default(0),
  tokens_per_minute: z.number().int().min(0).default(0),
  concurrency: z.number().int().min(0).default(0),
  /** Periods are counted in `time_zone`. */
  spend: SpendLimits.default({}),
  time_zone: z.string().max(64).default('UTC'),
})
export type TokenLimits = z.output<typeof TokenLimits>

export const Token = z.object({
  id: z.number().int(),
  name: z.string(),
  status: z.number().int(),
  /** The part of the key that lists may show: `sk-ab…wxyz`. */
  key_preview: z.string(),
  used_quota: QuotaUnits,
  /** Excludes amounts held by running calls, in a change too. Unused parts are added when the calls end. */
  remain_quota: QuotaUnits,
  unlimited_quota: z.boolean(),
  cache: z.boolean(),
  /** Answers include their cost, as if every call had sent `x-posthouse-cost: 1`. */
  cost_in_answer: z.boolean(),
  group: z.string(),
  limits: TokenLimits,
  created_time: Seconds,
  /** 0 means never used. */
  accessed_time: Seconds,
  /** -1 means it never expires. */
  expired_time: Seconds,
})
export type Token = z.output<typeof Token>

export const TokenWithKey = Token.extend({
  /** The full key, `sk-…`. Returned only when a token is created, rotated or revealed. */
  key: z.string(),
})

export const TokenInput = z.object({
  name: nameOf('token.name').max(64),
  expired_time: GivenSeconds.default(-1),
  unlimited_quota: z.boolean().default(false),
  remain_quota: QuotaUnits.min(0, 'token.remaining').default(0),
  cache: z.boolean().default(false),
  cost_in_answer: z.boolean().default(false),
  group: Name.max(50).default(''),
  limits: TokenLimits.default(() => TokenLimits.parse({})),
})
export type TokenInput = z.output<typeof TokenInput>

/** A partial change. With `status` alone it is the family's `?status_only=1`. */
export const TokenChange = changeOf(TokenInput).extend({
  id: Id,
  status: z.union([z.literal(1), z.literal(2)]).optional(),
})

export const tokenSorts = [
  'id',
  'name',
  'status',
  'expired_time',
  'created_time',
  'remain_quota',
  'used_quota',
] as const
export type TokenSort = (typeof tokenSorts)[number]

const tokenFilters = {
  keyword: filterText(64),
  status: z.coerce.number().int().min(0).max(4).default(0),
}

export const TokenQuery = listQuery(tokenSorts, tokenFilters)

export const TokenExportQuery = exportQuery(tokenFilters)

export const TokenSelection = selectionOf(tokenFilters)

export const TokenBulkChange = z
  .object({ status: z.union([z.literal(1), z.literal(2)]).optional() })
  .refine(saysSomething, { error: 'field.required' })

export const TokensChanged = BulkChanged.extend({
  /** The number of expired and exhausted tokens, which cannot be enabled. */
  skipped: z.number().int(),
})
