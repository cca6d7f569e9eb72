import { channelTypeOf } from '@posthouse/contract/channel-type'
import { Refusal } from '@posthouse/contract/refusal'
import { isUniqueViolation } from '../../db/database-error.ts'
import { changeOwn } from '../../domain/accounts/account-store.ts'
import { isAdministrator } from '../../domain/accounts/account.ts'
import { hashPassword } from '../../domain/accounts/password.ts'
import { modelsFor } from '../../domain/channels/channel.ts'
import { isAllowed } from '../../domain/channels/decide.ts'
import { chatSuggestions, type ServedModel } from '../../domain/models/chat-suggestions.ts'
import { likelyOperation } from '../../domain/models/likely-operation.ts'
import { entryFor } from '../../domain/pricing/entry-for.ts'
import { inForce } from '../../domain/pricing/lines-at.ts'
import { restoreRows } from '../../domain/undo/restore-rows.ts'
import { dayIn } from '../../lib/zone.ts'
import type { ApiParts } from '../api-parts.ts'
import type { Handler, Handlers, SessionCall, SignedCall } from '../call.ts'
import { nouns } from '../noun/nouns.ts'
import { writeNoun } from '../noun/noun-call.ts'
import { quotaOut, secondsOut } from '../present.ts'
import { priceOut } from '../price/price-out.ts'
import { requireRecentPassword } from '../recent-password.ts'
import { ownToken } from '../token/token-calls.ts'
import { requireCode, requirePassword, requireRecent } from './require-proof.ts'
import { requirePasskey } from './security/passkey-calls.ts'
import { codeInvalid, proofOf } from './sign-up-calls.ts'
import { selfOut } from './user-out.ts'

const getSelf: Handler<'getSelf'> = (_input, { caller, parts }) => selfOut(caller, parts)

const updateSelf: Handler<'updateSelf'> = async ({ body }, call) => {
  const { caller, parts } = call
  // Everything that may refuse runs before anything is stored.
  const passwordChange = body.password === undefined ? {} : await newPassword(body, call)
  const change = { ...newNames(body, call), ...passwordChange }
  const drop = () => parts.keys.dropUser(caller.id)
  await parts.snapshot
    .changeIdentity((transaction) => changeOwn(transaction, caller.id, change), drop)
    .catch(refuseTakenUsername)
  if (body.password !== undefined)
    await parts.sessions.endAllOf(caller.id, requireSession(call).session.id)
  const account = await parts.accounts.findById(caller.id)
  if (account === null) throw new Refusal('user.not-found', {})
  return selfOut(account, parts)
}

type Body = Parameters<typeof updateSelf>[0]['body']

function newNames({ username, display_name }: Body, call: SignedCall) {
  const renames = username !== undefined && username !== call.caller.username
  if (renames) requireSession(call)
  return {
    ...(renames && { username }),
    ...(display_name !== undefined && { display_name }),
  }
}

/** Needs the old password. The caller ends every other session of the account. */
async function newPassword(
  { original_password: original = '', password = '' }: Body,
  call: SignedCall,
) {
  await requireOwner(original, requireSession(call))
  return {
    password: await hashPassword(password),
    password_changed_at: BigInt(call.parts.clock.now()),
  }
}

/** Refuses access tokens: only a signed-in person may change how they sign in. */
function requireSession(call: SignedCall): SessionCall {
  const { session } = call
  if (session === null) throw new Refusal('auth.session-only', {})
  return { ...call, session }
}

/** Needs the old password, or a recent sign-in when the account has none. */
async function requireOwner(original: string, call: SessionCall): Promise<void> {
  const hasPassword = (await call.parts.accounts.passwordOf(call.caller.id)) !== ''
  if (hasPassword) return requirePassword(original, call)
  await requireRecent(call.session, call)
}

/** Turns a violation of the unique index into a refusal. */
function refuseTakenUsername(error: unknown): never {
  if (!isUniqueViolation(error)) throw error
  throw new Refusal('user.username-taken', {}, { field: 'username' })
}

/** Needs a recent password, because the address can be used to reset it. */
const bindEmail: Handler<'bindEmail'> = async ({ body }, call) => {
  const { caller, parts } = call
  requireRecentPassword(call)
  const { email, useUp } = await proofOf(body, call)
  if ((await parts.accounts.takenBy({ username: '', email })) !== null) {
    throw new Refusal('user.email-taken', {}, { field: 'email' })
  }
  await parts.db.transaction().execute(async (transaction) => {
    if (!(await useUp(transaction))) throw codeInvalid()
    await parts.accounts.update(caller.id, { email }, transaction)
  })
  return selfOut({ ...caller, email }, parts)
}

const confirmPassword: Handler<'confirmPassword'> = async ({ body }, call) => {
  if (body.code !== undefined) await requireCode(call.caller.id, body.code, call)
  else if (body.passkey !== undefined) await requirePasskey(body.passkey, call.caller.id, call)
  else await requirePassword(body.password ?? '', call)
  await call.parts.sessions.confirm(call.session.id)
  return null
}

const getInvitationCode: Handler<'getInvitationCode'> = (_input, { caller, parts }) =>
  parts.accounts.affCodeOf(caller.id)

const invitationsMost = 100

const getOwnInvitations: Handler<'getOwnInvitations'> = async (_input, { caller, parts }) => {
  const { settings } = parts.snapshot.get()
  const [code, { count, rewards, newest }] = await Promise.all([
    parts.accounts.affCodeOf(caller.id),
    parts.accounts.invitedBy(caller.id, invitationsMost),
  ])
  return {
    code,
    count,
    rewards: quotaOut(rewards),
    for_inviter: settings.QuotaForInviter,
    for_invitee: settings.QuotaForInvitee,
    users: newest.map(({ username, created_at, inviter_reward }) => ({
      username,
      created_time: secondsOut(Number(created_at), 0),
      reward: quotaOut(inviter_reward),
    })),
  }
}

const dayMs = 86_400_000

const getDashboard: Handler<'getDashboard'> = async ({ query }, { caller, parts }) => {
  const to = parts.clock.now()
  // One day more: the first day may begin more than `days × 24 h` ago.
  const from = to - query.days * dayMs
  const first = dayIn(to - (query.days - 1) * dayMs, query.time_zone)
  const days = await parts.rollups.daysOf(caller.id, { from, to, timeZone: query.time_zone })
  return days
    .filter(({ day }) => day >= first)
    .map((row) => ({
      Date: row.day,
      ModelName: row.model,
      RequestCount: row.requests,
      Quota: quotaOut(row.quota),
      PromptTokens: row.inputTokens,
      CompletionTokens: row.outputTokens,
      RequestTime: row.durationMs,
    }))
}

const listOwnModels: Handler<'listOwnModels'> = async ({ query }, call) => {
  const { caller, parts } = call
  const snapshot = parts.snapshot.get()
  const now = parts.clock.now()
  const served = await modelsAllowed(query.token, call)
  const succeeded = await parts.logs.lastModelsOf(caller.id)
  const suggested = chatSuggestions(served, { snapshot, health: parts.health, succeeded, now })
  const ranks = new Map(suggested.map((id, rank) => [id, rank]))
  return served.flatMap(({ id, channels }) => {
    const channel = channels.at(-1)
    if (channel === undefined) return []
    const { forwarded, priced } = modelsFor(channel, id)
    const entry = entryFor(snapshot, priced)
    const facts = snapshot.models.factsOf(forwarded)
    return {
      id,
      owned_by: channelTypeOf(channel.type)?.name ?? '',
      price: entry === null ? null : priceOut(inForce(entry, now), snapshot.settings.QuotaPerUnit),
      facts,
      chats: likelyOperation(forwarded, facts) === 'chat',
      chat_rank: ranks.get(id) ?? null,
    }
  })
}

/** The models of the caller's group, or those that one of the caller's tokens may use. */
async function modelsAllowed(id: number | undefined, call: SignedCall): Promise<ServedModel[]> {
  const { caller, parts } = call
  if (id === undefined) return modelsOfGroup(caller.group, parts)
  const { group, limits } = await ownToken(id, call)
  return modelsOfGroup(group || caller.group, parts).filter((model) =>
    isAllowed(limits.models, model.id),
  )
}

/** The models of a group by name, each with the channels that serve it. */
export function modelsOfGroup(
  group: string,
  { snapshot }: Pick<ApiParts, 'snapshot'>,
): ServedModel[] {
  const channels = snapshot.get().channels.filter(({ groups }) => groups.includes(group))
  const names = new Set(channels.flatMap(({ models }) => models))
  return [...names]
    .toSorted((one, other) => one.localeCompare(other))
    .map((id) => ({ id, channels: channels.filter(({ models }) => models.includes(id)) }))
}

const undoChange: Handler<'undoChange'> = async ({ params }, call) => {
  const { caller, parts } = call
  const noun = nouns.get((await parts.undo.tableOf(params.id, caller.id)) ?? '')
  // A former administrator can no longer undo an administrator's change.
  if (noun === undefined || (noun.isForAdministrators && !isAdministrator(caller))) {
    throw new Refusal('undo.gone', {})
  }
  const restored = await writeNoun(noun, call, async (transaction) =>
    restoreRows(
      transaction,
      noun.restores,
      await parts.undo.take(transaction, params.id, caller.id),
    ),
  )
  return { restored }
}

export const accountHandlers = {
  getSelf,
  updateSelf,
  bindEmail,
  confirmPassword,
  getInvitationCode,
  getOwnInvitations,
  getDashboard,
  listOwnModels,
  undoChange,
} satisfies Partial<Handlers>
