import { z } from 'zod'
import { changeOf } from '../change-of.ts'
import { Group } from './group.ts'
import { listQuery } from '../list.ts'
import { filterText, Flag, Id, nameOf } from '../scalars.ts'
import { whenMissing } from '../when-missing.ts'

/** The group of users without another group. It can never be deleted or disabled. */
export const defaultGroup = 'default'

/** A group as administrators see it, with the number of users, channels and tokens in it. */
export const ManagedGroup = Group.extend({
  id: z.number().int(),
  enable: z.boolean(),
  users: z.number().int(),
  channels: z.number().int(),
  tokens: z.number().int(),
})
export type ManagedGroup = z.output<typeof ManagedGroup>

/** Decimal text. The family's programs send a number. */
const Ratio = z
  .union([z.string(), z.number().transform(String)], { error: whenMissing('group.ratio') })
  .pipe(
    z
      .string()
      .trim()
      .min(1, 'group.ratio')
      .regex(/^\d{1,6}(\.\d{1,6})?$/, 'field.multiplier'),
  )

export const GroupInput = z.object({
  /** Channels, tokens and log rows store it. */
  symbol: nameOf('group.symbol')
    .max(50)
    .regex(/^[\p{L}\p{N}._-]+$/u, 'group.symbol-characters'),
  name: nameOf('group.name').max(50),
  ratio: Ratio.default('1'),
  /** Requests per minute for each user. 0 means no limit. */
  api_rate: z.number().int().min(0).max(1_000_000).default(600),
  public: z.boolean().default(false),
})

/** A partial change. The symbol cannot be changed. */
export const GroupChange = changeOf(GroupInput.omit({ symbol: true })).extend({ id: Id })

export const groupSorts = ['id', 'name', 'enable', 'symbol', 'users'] as const
export type GroupSort = (typeof groupSorts)[number]

export const GroupQuery = listQuery(groupSorts, {
  name: filterText(50),
  enable: Flag.optional(),
})
