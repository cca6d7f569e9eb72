import { logType } from '@posthouse/contract/log'
import type { User, userActions } from '@posthouse/contract/managed-user'
import { Refusal } from '@posthouse/contract/refusal'
import { isAdministrator, roles } from '@posthouse/contract/user'
import { walletOf } from '@posthouse/ledger/account'
import type { Entry } from '@posthouse/ledger/reader'
import { isUniqueViolation } from '../../../db/database-error.ts'
import { idOfUsername, sumAccounts, usernamesOf } from '../../../domain/accounts/account-store.ts'
import { isRoot } from '../../../domain/accounts/account.ts'
import { lockOf, mayAdjust } from '../../../domain/accounts/may-change.ts'
import { hashPassword } from '../../../domain/accounts/password.ts'
import { endSessions, type UserLine, users } from '../../../domain/accounts/user-noun.ts'
import { tokens } from '../../../domain/tokens/token-noun.ts'
import { remarkText } from '../../../domain/usage-log/remarks.ts'
import type { Handler, Handlers, SignedCall } from '../../call.ts'
import { dollars, namesOf, time } from '../../csv/cells.ts'
import { requireGroups } from '../../group/require-groups.ts'
import { mayMoveMoneyOf, requireTokenRight } from '../../money/may-move-money.ts'
import { getOf, listOf } from '../../noun/calls-of.ts'
import { type Columns, exportOf } from '../../noun/export-of.ts'
import { askingOf, type NounCall, writeNoun } from '../../noun/noun-call.ts'
import { idOut, quotaIn, quotaOut, secondsOut } from '../../present.ts'
import { roleName } from '../../site/role-name.ts'
import { tokensOut } from '../../token/token-out.ts'
import { tellTopUp } from '../notification-calls.ts'
import { savedUserOut } from '../user-out.ts'
import { changeableUser, changeUser, type UserWrite } from './change-user.ts'

const roleColumn = namesOf(roles)

const columns: Columns<UserLine> = [
  ['id', ({ id }) => id],
  ['username', ({ username }) => username],
  ['display_name', ({ displayName }) => displayName],
  ['email', ({ email }) => email],
  ['role', ({ role }) => roleColumn(role)],
  ['status', ({ enabled }) => (enabled ? 'enabled' : 'disabled')],
  ['group', ({ group }) => group],
  ['quota', ({ balance }) => balance],
  ['balance_usd', ({ balance }, { perUnit }) => dollars(balance, perUnit)],
  ['used_quota', ({ used }) => used],
  ['used_usd', ({ used }, { perUnit }) => dollars(used, perUnit)],
  ['requests', ({ requests }) => requests],
  ['created', ({ createdAt }, { timeZone }) => time(createdAt, timeZone)],
  ['last_sign_in', ({ lastLoginAt }, { timeZone }) => time(lastLoginAt, timeZone)],
  ['last_sign_in_address', ({ lastLoginIp }) => lastLoginIp],
]

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

const listUsers: Handler<'listUsers'> = listOf(users, usersOut)

const getUser: Handler<'getUser'> = getOf(users, usersOut)

const exportUsers: Handler<'exportUsers'> = exportOf(users, columns)

const changeUsers: Handler<'changeUsers'> = async ({ body }, call) => {
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

const createUser: Handler<'createUser'> = async ({ body }, call) => {
  const { parts } = call
  requireGroups([body.group], call)
  const { id } = await parts.money.createAccount({
    username: body.username,
    displayName: body.display_name || body.username,
    group: body.group,
    password: await hashPassword(body.password),
    email: null,
    inviter: null,
    at: parts.clock.now(),
    settings: parts.snapshot.get().settings,
    beside: async () => undefined,
  })
  return getUser({ params: { id: Number(id) } }, call)
}

const updateUser: Handler<'updateUser'> = async ({ body }, call) => {
  const { id, version, password = '', status, ...given } = body
  if (password !== '' && call.session === null) {
    throw new Refusal('auth.session-only', {}, { field: 'password' })
  }
  const hash = password === '' ? undefined : await hashPassword(password)
  const now = BigInt(call.parts.clock.now())
  await changeUser(id, call, (user) => {
    // A user keeps a deleted group until another one is chosen.
    if (given.group !== undefined && given.group !== user.group) requireGroups([given.group], call)
    const isSwitched = status !== undefined && (status === 1) !== user.enabled
    return {
      version,
      endsSessions: hash !== undefined || isSwitched,
      endsAccess: hash !== undefined,
      change: {
        ...given,
        ...(hash !== undefined && { password: hash, password_changed_at: now }),
        ...(status !== undefined && { status: BigInt(status) }),
      },
    }
  }).catch(refuseTakenUsername)
  return getUser({ params: { id } }, call)
}

/** Turns a violation of the unique index into a refusal. */
function refuseTakenUsername(error: unknown): never {
  if (!isUniqueViolation(error)) throw error
  throw new Refusal('user.username-taken', {}, { field: 'username' })
}

const manageUser: Handler<'manageUser'> = async ({ body }, call) => {
  const { username, action } = body
  const found = await idOfUsername(call.parts.db, username)
  const id = body.id ?? Number(found)
  if (id === 0) throw new Refusal('user.not-found', {})
  if (BigInt(id) !== found) throw new Refusal('user.changed', {})
  if (action === 'delete') {
    const { role, status } = await getUser({ params: { id } }, call)
    await deleteUser({ params: { id } }, call)
    return { role, status }
  }
  await changeUser(id, call, (user) => writeFor(action, user, call))
  const { role, status } = await getUser({ params: { id } }, call)
  return { role, status }
}

function writeFor(
  action: Exclude<(typeof userActions)[number], 'delete'>,
  user: UserLine,
  call: SignedCall,
): UserWrite {
  switch (action) {
    case 'enable':
      return { change: { status: 1n }, endsSessions: !user.enabled }
    case 'disable':
      return { change: { status: 2n }, endsSessions: true }
    case 'promote':
      requireRoot(call)
      if (call.session === null) throw new Refusal('auth.session-only', {})
      if (isAdministrator(user.role)) throw new Refusal('user.already-administrator', {})
      return { change: { role: BigInt(roles.administrator) }, endsSessions: true }
    case 'demote':
      requireRoot(call)
      if (user.role === roles.ordinary) throw new Refusal('user.already-ordinary', {})
      return { change: { role: BigInt(roles.ordinary) }, endsSessions: true }
  }
}

function requireRoot({ caller, language }: SignedCall): void {
  if (!isRoot(caller)) {
    throw new Refusal('auth.role-too-low', { role: roleName('root', language) })
  }
}

const deleteUser: Handler<'deleteUser'> = ({ params: { id } }, call) =>
  writeNoun(users, call, async (transaction) => {
    const { id: userId } = await changeableUser(id, call, transaction)
    await users.remove(transaction, askingOf(call), { ids: [id] })
    // Unlinks OAuth accounts and passkeys so that they can sign up again.
    await transaction.deleteFrom('identities').where('user_id', '=', userId).execute()
    await transaction.deleteFrom('passkeys').where('user_id', '=', userId).execute()
    await call.parts.secondFactors.remove(userId, transaction)
    return null
  })

const activeMs = 7 * 86_400_000

const sumUsers: Handler<'sumUsers'> = async (_input, { parts }) => {
  const [{ users, balance }, active] = await Promise.all([
    sumAccounts(parts.db),
    parts.rollups.activeUsers(parts.clock.now() - activeMs),
  ])
  return { users, quota: quotaOut(balance), active }
}

const adjustQuota: Handler<'adjustQuota'> = async ({ params, body }, call) => {
  const { caller, parts, requestId } = call
  const account = await mayMoveMoneyOf(BigInt(params.id), call)
  const amount = quotaIn(body.quota)
  await parts.db
    .transaction()
    .execute((transaction) => requireTokenRight(transaction, amount, call))
  const balance = await parts.money.adjustQuota({
    account,
    amount,
    actor: `user:${caller.id}`,
    remark: body.remark,
    requestId,
    at: parts.clock.now(),
    logType: logType.management,
    settings: parts.snapshot.get().settings,
  })
  if (body.quota > 0) await tellTopUp(account.id, { amount, balance }, call)
  return { quota: quotaOut(balance) }
}

const rowsMost = 100

const listUserTokens: Handler<'listUserTokens'> = async ({ params }, call) => {
  const owner = await changeableUser(params.id, call)
  const asking = { ...askingOf(call), caller: owner }
  const query = { page: 1, size: rowsMost, order: '-id', keyword: '', status: 0 }
  const { entities } = await tokens.list(call.parts.db, asking, query)
  return tokensOut(entities, call)
}

const listUserSessions: Handler<'listUserSessions'> = async ({ params }, call) => {
  const { id } = await changeableUser(params.id, call)
  const sessions = await call.parts.sessions.listOf(id)
  return sessions.map(({ address, userAgent, createdAt, seenAt }) => ({
    address,
    user_agent: userAgent,
    created_time: secondsOut(createdAt, 0),
    seen_time: secondsOut(seenAt, 0),
  }))
}

const endUserSessions: Handler<'endUserSessions'> = async ({ params }, call) => {
  const { id } = await changeableUser(params.id, call)
  await call.parts.sessions.endAllOf(id)
  return null
}

const listUserTransfers: Handler<'listUserTransfers'> = async ({ params }, call) => {
  const { id } = await changeableUser(params.id, call)
  const wallet = walletOf(id)
  const entries = await call.parts.ledger.reader.history(wallet, { limit: rowsMost })
  const actors = await usernamesByActor(entries, call)
  return entries.map((entry) => ({
    id: idOut(entry.id),
    time: secondsOut(entry.at, 0),
    kind: entry.kind,
    quota: (entry.credit === wallet ? 1 : -1) * quotaOut(entry.amount),
    remark: remarkText(entry.remark, call.language),
    actor: actors.get(entry.actor) ?? entry.actor,
  }))
}

/** Usernames by actor of a ledger entry. */
async function usernamesByActor(
  entries: readonly Entry[],
  { parts }: SignedCall,
): Promise<ReadonlyMap<string, string>> {
  const ids = entries.flatMap(({ actor }) => {
    const id = /^user:(\d+)$/.exec(actor)?.[1]
    return id === undefined ? [] : [BigInt(id)]
  })
  const names = await usernamesOf(parts.db, [...new Set(ids)])
  return new Map(names.map(({ id, username }) => [`user:${id}`, username]))
}

export const userHandlers = {
  listUsers,
  getUser,
  exportUsers,
  changeUsers,
  createUser,
  updateUser,
  manageUser,
  deleteUser,
  sumUsers,
  adjustQuota,
  listUserTokens,
  listUserSessions,
  endUserSessions,
  listUserTransfers,
} satisfies Partial<Handlers>
