import { z } from 'zod'
import { BulkChanged } from '../bulk.ts'
import type { Endpoint } from '../endpoint.ts'
import { listOf } from '../list.ts'
import * as user from '../users/managed-user.ts'
import { IdParams, QuotaUnits } from '../scalars.ts'
import { Token } from '../token.ts'
import { QuotaAdjustment } from '../user.ts'

const Nothing = z.null()

/** Calls about other users. Fixed paths come before `:id`. */
export const userCalls = {
  listUsers: {
    method: 'GET',
    path: '/api/user/',
    access: 'admin',
    changes: false,
    summary: 'Users with balance and use.',
    query: user.UserQuery,
    reply: listOf(user.User),
  },
  exportUsers: {
    method: 'GET',
    path: '/api/user/export',
    access: 'admin',
    changes: false,
    summary: 'What the list’s filter finds, as a file.',
    query: user.UserExportQuery,
    format: 'csv',
    reply: z.string(),
  },
  sumUsers: {
    method: 'GET',
    path: '/api/user/sums',
    access: 'admin',
    changes: false,
    summary: 'How many users there are, what they have together, and how many called in 7 days.',
    reply: z.object({
      users: z.number().int(),
      quota: QuotaUnits,
      active: z.number().int(),
    }),
  },
  createUser: {
    method: 'POST',
    path: '/api/user/',
    access: 'admin',
    changes: true,
    summary: 'Creates an ordinary user.',
    body: user.NewUser,
    reply: user.User,
  },
  updateUser: {
    method: 'PUT',
    path: '/api/user/',
    access: 'admin',
    changes: true,
    summary:
      'Changes what is given of a user. With `version`, only if nobody else has changed the user since. A new password or a ban ends the sessions.',
    body: user.UserChange,
    reply: user.User,
  },
  changeUsers: {
    method: 'PUT',
    path: '/api/user/bulk',
    access: 'admin',
    changes: true,
    summary:
      'Changes many users in the same way, those that the caller may change. The answer names what takes it back.',
    body: z.object({ select: user.UserSelection, change: user.UserBulkChange }),
    reply: BulkChanged.extend({
      skipped: z.number().int(),
    }),
  },
  manageUser: {
    method: 'POST',
    path: '/api/user/manage',
    access: 'admin',
    changes: true,
    summary:
      'Enables, disables or deletes a user, or makes one an administrator or an ordinary user again; the last two are for super administrators.',
    body: user.UserAction,
    reply: z.object({ role: z.number().int(), status: z.number().int() }),
  },
  adjustQuota: {
    method: 'POST',
    path: '/api/user/quota/:id',
    access: 'admin',
    changes: true,
    summary: 'Adds to or takes from a balance: one transfer with actor and remark.',
    params: IdParams,
    body: QuotaAdjustment,
    reply: z.object({ quota: z.number().int() }),
  },
  getUser: {
    method: 'GET',
    path: '/api/user/:id',
    access: 'admin',
    changes: false,
    summary: 'One user.',
    params: IdParams,
    reply: user.User,
  },
  deleteUser: {
    method: 'DELETE',
    path: '/api/user/:id',
    access: 'admin',
    changes: true,
    summary: 'Deletes a user. Tokens and sessions stop at once; the balance stays in the ledger.',
    params: IdParams,
    reply: Nothing,
  },
  listUserTokens: {
    method: 'GET',
    path: '/api/user/:id/tokens',
    access: 'admin',
    changes: false,
    summary: 'The newest 100 tokens of a user whom the caller may change, without keys.',
    params: IdParams,
    reply: z.array(Token),
  },
  listUserTransfers: {
    method: 'GET',
    path: '/api/user/:id/ledger',
    access: 'admin',
    changes: false,
    summary: 'The newest 100 transfers of a user whom the caller may change.',
    params: IdParams,
    reply: z.array(user.UserTransfer),
  },
  listUserSessions: {
    method: 'GET',
    path: '/api/user/:id/sessions',
    access: 'admin',
    changes: false,
    summary: 'Where a user whom the caller may change is signed in.',
    params: IdParams,
    reply: z.array(user.UserSession),
  },
  endUserSessions: {
    method: 'DELETE',
    path: '/api/user/:id/sessions',
    access: 'admin',
    changes: true,
    summary: 'Signs a user out everywhere.',
    params: IdParams,
    reply: Nothing,
  },
} as const satisfies Record<string, Endpoint>
