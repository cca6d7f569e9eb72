import type { User } from '@posthouse/contract/managed-user'
import { lockOf, mayAdjust } from '../../../domain/accounts/may-change.ts'
import { endSessions, type UserLine, users } from '../../../domain/accounts/user-noun.ts'
import { requireGroups } from '../../group/require-groups.ts'
import type { Handler } from '../../call.ts'
import { askingOf, type NounCall } from '../../noun/asking.ts'
import { getOf, listOf } from '../../noun/calls-of.ts'
import { exportOf } from '../../noun/export-of.ts'
import { writeNoun } from '../../noun/write-noun.ts'
import { idOut, quotaOut, secondsOut } from '../../present.ts'
import { userColumns } from './user-columns.ts'
import { savedUserOut } from '../user-out.ts'

/* What follows from the noun. Every other call of users is a file of its own. */

const usersOut = (lines: readonly UserLine[], { caller }: Pick<NounCall, 'caller'>): User[] =>
  lines.map((user) => ({
    ...savedUserOut(user),
    email: user.email ?? '',
    group: user.group,
    quota: quotaOut(user.balance),
    used_quota: quotaOut(user.used),
    request_count: Number(user.requests),
    created_time: secondsOut(user.createdAt, 0),
    last_login_time: secondsOut(user.lastLoginAt, 0),
    last_login_ip: user.lastLoginIp,
    version: idOut(user.version),
    locked: lockOf(caller, user),
    adjustable: mayAdjust(caller, user),
  }))

export const listUsers: Handler<'listUsers'> = listOf(users, usersOut)

export const getUser: Handler<'getUser'> = getOf(users, usersOut)

export const exportUsers: Handler<'exportUsers'> = exportOf(users, userColumns)

export const changeUsers: Handler<'changeUsers'> = async ({ body }, call) => {
  const { status, group } = body.change
  if (group !== undefined) requireGroups([group], call)
  const wanted = {
    ...(status !== undefined && { status: BigInt(status) }),
    ...(group !== undefined && { group }),
  }
  return writeNoun(users, call, async (transaction) => {
    const of = { select: body.select, wanted }
    const { changed, skipped } = await users.change(transaction, askingOf(call), of)
    if (status !== undefined) {
      await endSessions(
        transaction,
        changed.rows.map(({ id }) => id),
      )
    }
    const undo = await call.parts.undo.keep(transaction, call.caller.id, changed)
    return { changed: changed.rows.length, skipped, undo }
  })
}
