import type { Api } from '@posthouse/contract/api'
import type { CheckedInputOf } from '@posthouse/contract/endpoint'
import { errorText } from '@posthouse/contract/errors'
import type { FieldFault } from '@posthouse/contract/field-messages'
import { Refusal } from '@posthouse/contract/refusal'
import { isTimeZone } from '@posthouse/contract/time-zone'
import { type TokenLimits, tokenStatus } from '@posthouse/contract/token'
import { isOpenTo } from '../../domain/groups/group.ts'
import { createToken as insertToken, keyPlace, rotated } from '../../domain/tokens/create-token.ts'
import { newKey, previewOf } from '../../domain/tokens/key.ts'
import { tokens, type TokenWithFigures } from '../../domain/tokens/token-noun.ts'
import { statusOf } from '../../domain/tokens/token.ts'
import type { Call, Handler, Handlers, SignedCall } from '../call.ts'
import { dollars, namesOf, time } from '../csv/cells.ts'
import { askingOf } from '../noun/noun-call.ts'
import { changeManyOf, deleteManyOf, deleteOf, getOf, listOf } from '../noun/calls-of.ts'
import { type Columns, exportOf } from '../noun/export-of.ts'
import { requireRecentPassword } from '../recent-password.ts'
import { refusedFields, requireFuture } from '../refused-fields.ts'
import { tokenOut, tokensOut } from './token-out.ts'

const statusName = namesOf(tokenStatus)

const columns: Columns<TokenWithFigures> = [
  ['id', ({ id }) => id],
  ['name', ({ name }) => name],
  ['status', (token, { now }) => statusName(statusOf(token, token.unspent, now))],
  ['key', (token) => previewOf(token)],
  ['group', ({ group }) => group],
  ['unlimited', ({ unlimited }) => unlimited],
  ['remaining_quota', ({ unlimited, remaining }) => (unlimited ? null : remaining)],
  [
    'remaining_usd',
    ({ unlimited, remaining }, { perUnit }) => (unlimited ? null : dollars(remaining, perUnit)),
  ],
  ['used_quota', ({ used }) => used],
  ['used_usd', ({ used }, { perUnit }) => dollars(used, perUnit)],
  ['models', ({ limits }) => limits.models.join(' ')],
  ['created', ({ createdAt }, { timeZone }) => time(createdAt, timeZone)],
  ['last_used', ({ accessedAt }, { timeZone }) => time(accessedAt, timeZone)],
  ['expires', ({ expiresAt }, { timeZone }) => time(expiresAt, timeZone)],
]

const listTokens: Handler<'listTokens'> = listOf(tokens, tokensOut)

const getToken: Handler<'getToken'> = getOf(tokens, tokensOut)

const exportTokens: Handler<'exportTokens'> = exportOf(tokens, columns)

const changeTokens: Handler<'changeTokens'> = changeManyOf(
  tokens,
  ({ status }: { status?: number | undefined }) =>
    status === undefined ? {} : { status: BigInt(status) },
)

const deleteToken: Handler<'deleteToken'> = deleteOf(tokens)

const deleteTokens: Handler<'deleteTokens'> = deleteManyOf(tokens)

const createToken: Handler<'createToken'> = async ({ body }, call) => {
  const { caller, parts } = call
  requireGroup(body.group, call)
  requireFuture(body.expired_time, call)
  requireLimits(body.limits, call)
  const at = parts.clock.now()
  const { id, key } = await insertToken(
    {
      ...body,
      userId: caller.id,
      expiresAt: body.expired_time === -1 ? null : body.expired_time * 1_000,
      hidden: false,
      most: parts.snapshot.get().settings.TokensPerUser,
      at,
    },
    parts,
  )
  if (!body.unlimited_quota) {
    await parts.money.setRemaining({
      token: id,
      remaining: body.remain_quota,
      cause: `token:${id}:created`,
      actor: `user:${caller.id}`,
      at,
    })
  }
  return { ...tokenOut(await ownToken(Number(id), call), at), key }
}

type Change = CheckedInputOf<Api['updateToken']>['body']

const updateToken: Handler<'updateToken'> = async ({ query, body }, call) => {
  const { caller, parts, requestId } = call
  const change: Change = query.status_only ? { id: body.id, status: body.status } : body
  const token = await ownToken(change.id, call)
  if (change.group !== undefined) requireGroup(change.group, call)
  if (change.expired_time !== undefined) requireFuture(change.expired_time, call)
  if (change.limits !== undefined) requireLimits(change.limits, call)
  if (change.status === tokenStatus.enabled) requireEnableable(token, change, parts.clock.now())
  await parts.snapshot.changeIdentity(
    (transaction) => parts.tokens.update(transaction, token, columnsOf(change)),
    () => parts.keys.dropToken(token.id),
  )
  if (change.remain_quota !== undefined && change.unlimited_quota !== true) {
    await parts.money.setRemaining({
      token: token.id,
      remaining: change.remain_quota,
      cause: `token:${token.id}:${requestId}`,
      actor: `user:${caller.id}`,
      at: parts.clock.now(),
    })
  }
  return tokenOut(await ownToken(change.id, call), parts.clock.now())
}

/** A token that is expired or used up can be enabled only by a change that also lifts that limit. */
function requireEnableable(token: TokenWithFigures, change: Change, now: number): void {
  const expiry = change.expired_time
  const after = {
    ...token,
    enabled: true,
    unlimited: change.unlimited_quota ?? token.unlimited,
    expiresAt: expiry === undefined ? token.expiresAt : expiry === -1 ? null : expiry * 1_000,
  }
  const remaining = change.remain_quota === undefined ? token.unspent : BigInt(change.remain_quota)
  const status = statusOf(after, remaining, now)
  if (status === tokenStatus.expired) throw new Refusal('token.cannot-enable-expired', {})
  if (status === tokenStatus.exhausted) throw new Refusal('token.cannot-enable-exhausted', {})
}

const flagOf = (flag: boolean | undefined): bigint | undefined =>
  flag === undefined ? undefined : flag ? 1n : 0n

function columnsOf(change: Change) {
  const expiry = change.expired_time
  const columns = {
    name: change.name,
    status: change.status === undefined ? undefined : BigInt(change.status),
    unlimited_quota: flagOf(change.unlimited_quota),
    cache: flagOf(change.cache),
    cost_in_answer: flagOf(change.cost_in_answer),
    group: change.group,
    setting: change.limits === undefined ? undefined : JSON.stringify(change.limits),
    expires_at: expiry === undefined ? undefined : expiry === -1 ? null : BigInt(expiry) * 1_000n,
  }
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined))
}

const revealToken: Handler<'revealToken'> = async ({ params }, call) => {
  const { caller, parts } = call
  if (!parts.snapshot.get().settings.TokenKeyReveal) throw new Refusal('token.reveal-off', {})
  const token = await ownToken(params.id, call)
  requireRecentPassword(call)
  const sealed = await parts.tokens.sealedKeyOf(caller.id, token.id)
  if (sealed === null || sealed === '') throw new Refusal('token.not-found', {})
  parts.log.info(
    { user: String(caller.id), tokenId: String(token.id), request: call.requestId },
    'key revealed',
  )
  return { key: parts.seal.open(sealed, keyPlace(token.id)) }
}

const rotateToken: Handler<'rotateToken'> = async ({ params }, call) => {
  const { parts } = call
  const token = await ownToken(params.id, call)
  const key = newKey()
  await parts.snapshot.changeIdentity(
    (transaction) => parts.tokens.update(transaction, token, rotated(token.id, key, parts.seal)),
    () => parts.keys.dropToken(token.id),
  )
  return { ...tokenOut(await ownToken(params.id, call), parts.clock.now()), key }
}

/** Finds a token of the caller. Refuses the id of another user's token as unknown. */
export const ownToken = (id: number, call: SignedCall): Promise<TokenWithFigures> =>
  tokens.find(call.parts.db, askingOf(call), id)

/** Refuses a group that is neither public nor the caller's own. */
function requireGroup(symbol: string, { caller, language, parts }: SignedCall): void {
  if (symbol === '') return
  if (isOpenTo(parts.snapshot.get().groups, symbol, caller.group)) return
  const params = { group: symbol }
  const said = errorText('token.group-unknown', params, language)
  throw new Refusal('token.group-unknown', params, { fields: { group: said } })
}

/** Checks what the schema cannot: the number of entries that the site allows, and the time zone. */
function requireLimits(limits: TokenLimits, { language, parts }: Call): void {
  const { TokenListEntries } = parts.snapshot.get().settings
  const refuse = (field: string, fault: FieldFault): never => {
    throw refusedFields({ [`limits.${field}`]: fault }, language)
  }
  for (const list of ['models', 'addresses'] as const) {
    if (limits[list].length > TokenListEntries) refuse(list, `field.too-many ${TokenListEntries}`)
  }
  if (!isTimeZone(limits.time_zone)) refuse('time_zone', 'field.time-zone')
}

export const tokenHandlers = {
  listTokens,
  getToken,
  exportTokens,
  changeTokens,
  deleteToken,
  deleteTokens,
  createToken,
  updateToken,
  revealToken,
  rotateToken,
} satisfies Partial<Handlers>
