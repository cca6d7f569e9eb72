import { z } from 'zod'
import { BulkChanged, selectionOf } from '../bulk.ts'
import { changeOf } from '../change-of.ts'
import { exportQuery, listQuery } from '../list.ts'
import { filterText, GivenSeconds, Id, nameOf, QuotaUnits, Seconds } from '../scalars.ts'

/** The family's numbers, and expired, which is derived from the expiry when read. */
export const redemptionStatus = { unredeemed: 1, disabled: 2, redeemed: 3, expired: 4 } as const
export type RedemptionStatus = (typeof redemptionStatus)[keyof typeof redemptionStatus]

/** What a person can do to a code in a state; server, page and test ask this table. */
export const redemptionAllows = {
  enable: [redemptionStatus.disabled],
  disable: [redemptionStatus.unredeemed, redemptionStatus.expired],
  edit: [redemptionStatus.unredeemed, redemptionStatus.disabled, redemptionStatus.expired],
} satisfies Record<string, readonly RedemptionStatus[]>

/** A redemption code without the code itself. */
export const Redemption = z.object({
  id: z.number().int(),
  name: z.string(),
  status: z.number().int(),
  quota: QuotaUnits,
  created_time: Seconds,
  /** 0: not yet redeemed. */
  redeemed_time: Seconds,
  /** Who redeemed it; empty: nobody. */
  used_by: z.string(),
  /** Who created it. */
  created_by: z.string(),
  /** -1: never expires. */
  expired_time: Seconds,
  /** Codes that were created together have the same. */
  batch: z.string(),
  /** How many were created together. */
  batch_size: z.number().int(),
})
export type Redemption = z.output<typeof Redemption>

export const redemptionsMost = 1_000

/** What can be changed of a code that is not redeemed. */
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

/** A change: only what is given. With `status` alone it is the family's `?status_only=1`. */
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
  /** Redeemed ones, and expired ones that were to be enabled. */
  skipped: z.number().int(),
})

/** Every code that was created together with one, as text to pass on. */
export const RedemptionBatch = z.object({ name: z.string(), keys: z.array(z.string()) })

/** What somebody redeems. Dashes, spaces and capitals do not matter. */
export const TopUp = z.object({ key: z.string().trim().min(1, 'redemption.key').max(200) })
