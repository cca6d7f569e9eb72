import { z } from 'zod'
import { saysSomething, selectionOf } from '../bulk.ts'
import { changeOf } from '../change-of.ts'
import { exportQuery, listQuery } from '../list.ts'
import { filterText, Id, Name, nameOf, QuotaUnits, Seconds } from '../scalars.ts'
import { NewPassword, SavedUser, Username } from '../user.ts'

export const userStatus = { enabled: 1, disabled: 2 } as const

/** Actions allowed in each state of a user. Server, pages and tests use this table. */
export const userAllows = {
  enable: [userStatus.disabled],
  disable: [userStatus.enabled],
} satisfies Record<string, readonly number[]>

const Status = z.union([z.literal(userStatus.enabled), z.literal(userStatus.disabled)])

/** A user as administrators see it, never with a password. */
export const User = SavedUser.extend({
  email: z.string(),
  group: z.string(),
  quota: QuotaUnits,
  used_quota: QuotaUnits,
  request_count: z.number().int(),
  created_time: Seconds,
  /** 0 means never. */
  last_login_time: Seconds,
  last_login_ip: z.string(),
  /** A change that names a version is refused when the user was changed since. */
  version: z.number().int(),
  /** Why the caller cannot change this user: it is the caller's own account, or its role is not below the caller's. */
  locked: z.enum(['own', 'level']).nullable(),
  adjustable: z.boolean(),
})
export type User = z.output<typeof User>

const UserInput = z.object({
  username: Username,
  display_name: Name.max(20).default(''),
  group: nameOf('user.group').max(50).default('default'),
})

export const NewUser = UserInput.extend({ password: NewPassword })

/** A partial change. An empty password leaves it unchanged. */
export const UserChange = changeOf(UserInput).extend({
  id: Id,
  password: z.union([z.literal(''), NewPassword]).optional(),
  status: Status.optional(),
  version: z.number().int().optional(),
})

export const userActions = ['enable', 'disable', 'delete', 'promote', 'demote'] as const

export const UserAction = z.object({
  /** The user who had the name when the caller read it. The action is refused if the name has changed hands since. */
  id: Id.optional(),
  username: z.string().trim().min(1, 'user.username').max(255),
  action: z.enum(userActions),
})

export const userSorts = [
  'id',
  'username',
  'role',
  'status',
  'group',
  'quota',
  'used_quota',
  'request_count',
  'created_time',
  'last_login_time',
  'last_login_ip',
] as const
export type UserSort = (typeof userSorts)[number]

const userFilters = {
  keyword: filterText(64),
  role: z.coerce.number().int().min(0).max(100).default(0),
  status: z.coerce.number().int().min(0).max(2).default(0),
  group: filterText(50),
}

export const UserQuery = listQuery(userSorts, userFilters)
export const UserExportQuery = exportQuery(userFilters)
export const UserSelection = selectionOf(userFilters)

export const UserBulkChange = z
  .object({ status: Status.optional(), group: nameOf('user.group').max(50).optional() })
  .refine(saysSomething, { error: 'field.required' })
export type UserBulkChange = z.output<typeof UserBulkChange>

export const UserSession = z.object({
  address: z.string(),
  user_agent: z.string(),
  created_time: Seconds,
  seen_time: Seconds,
})

/** A transfer to a user's balance, or from it (negative). */
export const UserTransfer = z.object({
  id: z.number().int(),
  time: Seconds,
  kind: z.string(),
  quota: QuotaUnits,
  remark: z.string(),
  /** A username, or `system`. */
  actor: z.string(),
})
export type UserTransfer = z.output<typeof UserTransfer>
