import { z } from 'zod'
import { changeOf } from '../change-of.ts'
import { Group } from './group.ts'
import { listQuery } from '../list.ts'
import { filterText, Flag, Id, nameOf } from '../scalars.ts'
import { whenMissing } from '../when-missing.ts'

/** Users without another group are in it: it is never deleted or disabled. */
export const defaultGroup = 'default'

/** A group as administrators see it, with who and what names it. */
export const ManagedGroup = Group.extend({
  id: z.number().int(),
  enable: z.boolean(),
  users: z.number().int(),
  channels: z.number().int(),
  tokens: z.number().int(),
})
export type ManagedGroup = z.output<typeof ManagedGroup>

/** Decimal text; programs of the family send a number. */
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
  /** Channels, tokens and rows of the log keep it. */
  symbol: nameOf('group.symbol')
    .max(50)
    .regex(/^[\p{L}\p{N}._-]+$/u, 'group.symbol-characters'),
  name: nameOf('group.name').max(50),
  ratio: Ratio.default('1'),
  /** Requests a minute for each user. 0: no limit. */
  api_rate: z.number().int().min(0).max(1_000_000).default(600),
  public: z.boolean().default(false),
})

/** A change: only what is given. The symbol stays as it is. */
export const GroupChange = changeOf(GroupInput.omit({ symbol: true })).extend({ id: Id })

export const groupSorts = ['id', 'name', 'enable', 'symbol', 'users'] as const
export type GroupSort = (typeof groupSorts)[number]

export const GroupQuery = listQuery(groupSorts, {
  name: filterText(50),
  enable: Flag.optional(),
})
