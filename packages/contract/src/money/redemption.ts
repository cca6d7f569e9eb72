import { z } from 'zod'
import { BulkChanged, selectionOf } from '../bulk.ts'
import { changeOf } from '../change-of.ts'
import { exportQuery, listQuery } from '../list.ts'
import { filterText, GivenSeconds, Id, nameOf, QuotaUnits, Seconds } from '../scalars.ts'

/** The family's numbers, and expired, which is derived from the expiry when read. */
export const redemptionStatus = { unredeemed: 1, disabled: 2, redeemed: 3, expired: 4 } as const
export type RedemptionStatus = (typeof redemptionStatus)[keyof typeof redemptionStatus]

/** Actions allowed in each state of a code. Server, pages and tests use this table. */
export const redemptionAllows = {
  enable: [redemptionStatus.disabled],
  disable: [redemptionStatus.unredeemed, redemptionStatus.expired],
  edit: [redemptionStatus.unredeemed, redemptionStatus.disabled, redemptionStatus.expired],
} satisfies Record<string, readonly RedemptionStatus[]>

export const Redemption = z.object({
  id: z.number().int(),
  name: z.string(),
  status: z.number().int(),
  quota: QuotaUnits,
  created_time: Seconds,
  /** 0 until it is redeemed. */
  redeemed_time: Seconds,
  /** The user who redeemed it. Empty until it is redeemed. */
  used_by: z.string(),
  created_by: z.string(),
  /** -1 means it never expires. */
  expired_time: Seconds,
  /** The same for all codes that were created together. */
  batch: z.string(),
  batch_size: z.number().int(),
})
export type Redemption = z.output<typeof Redemption>

export const redemptionsMost = 1_000

/** Fields of an unredeemed code that can be changed. */
export const RedemptionFields = z.object({
  name: nameOf('redemption.name').max(64),
  quota: QuotaUnits.min(0, 'user.quota'),
  expired_time: GivenSeconds.default(-1),
})

export const RedemptionInput = RedemptionFields.extend({
  count: z.number().int().min(1, 'redemption.count').max(redemptionsMost).default(1),
})

const Status = z.union([
  z.literal(redemptionStatus.unredeemed),
  z.literal(redemptionStatus.disabled),
])

/** A partial change. With `status` alone it is the family's `?status_only=1`. */
export const RedemptionChange = changeOf(RedemptionFields).extend({
  id: Id,
  status: Status.optional(),
})

export const redemptionSorts = [
  'id',
  'name',
  'status',
  'quota',
  'created_time',
  'redeemed_time',
  'expired_time',
] as const
export type RedemptionSort = (typeof redemptionSorts)[number]

const filters = {
  /** An id, the beginning of a name, or a whole code. */
  keyword: filterText(64),
  status: z.coerce.number().int().min(0).max(4).default(0),
  batch: filterText(64),
}

export const RedemptionQuery = listQuery(redemptionSorts, filters)
export const RedemptionExportQuery = exportQuery(filters)
export const RedemptionSelection = selectionOf(filters)

export const RedemptionBulkChange = z.object({ status: Status })

export const RedemptionsChanged = BulkChanged.extend({
  /** The number of redeemed codes, and of expired ones that should have been enabled. */
  skipped: z.number().int(),
})

/** All codes created together with one, in plain text, to hand out. */
export const RedemptionBatch = z.object({ name: z.string(), keys: z.array(z.string()) })

/** A code to redeem. Dashes, spaces and letter case are ignored. */
export const TopUp = z.object({ key: z.string().trim().min(1, 'redemption.key').max(200) })
