import { z } from 'zod'
import { BulkDeleted } from '../bulk.ts'
import type { Endpoint } from '../endpoint.ts'
import { listOf } from '../list.ts'
import * as redemption from '../money/redemption.ts'
import { Flag, IdParams, QuotaUnits } from '../scalars.ts'

export const redemptionCalls = {
  listRedemptions: {
    method: 'GET',
    path: '/api/redemption/',
    access: 'admin',
    changes: false,
    summary: 'Redemption codes, without the codes themselves. A whole code as keyword finds it.',
    query: redemption.RedemptionQuery,
    reply: listOf(redemption.Redemption),
  },
  exportRedemptions: {
    method: 'GET',
    path: '/api/redemption/export',
    access: 'admin',
    changes: false,
    summary: 'What the list’s filter finds, as a file without the codes.',
    query: redemption.RedemptionExportQuery,
    format: 'csv',
    reply: z.string(),
  },
  getRedemption: {
    method: 'GET',
    path: '/api/redemption/:id',
    access: 'admin',
    changes: false,
    summary: 'One redemption code, without the code itself.',
    params: IdParams,
    reply: redemption.Redemption,
  },
  createRedemptions: {
    method: 'POST',
    path: '/api/redemption/',
    access: 'admin',
    changes: true,
    summary:
      'Creates one code or many, and answers them. An access token needs the right, and has a daily sum.',
    body: redemption.RedemptionInput,
    reply: z.array(z.string()),
  },
  updateRedemption: {
    method: 'PUT',
    path: '/api/redemption/',
    access: 'admin',
    changes: true,
    summary: 'Changes a code that is not redeemed; with status_only its status alone.',
    query: z.object({ status_only: Flag.default(false) }),
    body: redemption.RedemptionChange,
    reply: redemption.Redemption,
  },
  deleteRedemption: {
    method: 'DELETE',
    path: '/api/redemption/:id',
    access: 'admin',
    changes: true,
    summary: 'Deletes a code, which can then no longer be redeemed.',
    params: IdParams,
    reply: z.null(),
  },
  changeRedemptions: {
    method: 'PUT',
    path: '/api/redemption/bulk',
    access: 'admin',
    changes: true,
    summary: 'Enables or disables many codes. The answer names what takes it back.',
    body: z.object({
      select: redemption.RedemptionSelection,
      change: redemption.RedemptionBulkChange,
    }),
    reply: redemption.RedemptionsChanged,
  },
  deleteRedemptions: {
    method: 'POST',
    path: '/api/redemption/bulk_delete',
    access: 'admin',
    changes: true,
    summary: 'Deletes many codes, which can then no longer be redeemed.',
    body: z.object({ select: redemption.RedemptionSelection }),
    reply: BulkDeleted,
  },
  revealRedemption: {
    method: 'POST',
    path: '/api/redemption/:id/reveal',
    access: 'admin',
    changes: true,
    summary: 'The code itself.',
    params: IdParams,
    reply: z.object({ key: z.string() }),
  },
  revealRedemptionBatch: {
    method: 'POST',
    path: '/api/redemption/:id/batch',
    access: 'admin',
    changes: true,
    summary: 'Every code that was created together with this one and is not deleted.',
    params: IdParams,
    reply: redemption.RedemptionBatch,
  },
  redeemCode: {
    method: 'POST',
    path: '/api/user/topup',
    access: 'user',
    changes: true,
    summary: 'Redeems a code. The answer is the quota that it credited.',
    body: redemption.TopUp,
    reply: QuotaUnits,
  },
} as const satisfies Record<string, Endpoint>
