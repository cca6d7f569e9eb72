import { Refusal } from '@posthouse/contract/refusal'
import type { AccessToken } from '../../domain/accounts/access-token-store.ts'
import { isAdministrator } from '../../domain/accounts/account.ts'
import type { Handler, Handlers } from '../call.ts'
import { idOut, quotaOut, secondsOut } from '../present.ts'
import { requireRecentPassword } from '../recent-password.ts'
import { roleName } from '../site/role-name.ts'

const listAccessTokens: Handler<'listAccessTokens'> = async (_input, { caller, parts }) =>
  (await parts.accessTokens.listOf(caller.id)).map(accessTokenOut)

const createAccessToken: Handler<'createAccessToken'> = async ({ body }, call) => {
  const { caller, parts, requestId } = call
  requireRecentPassword(call)
  if (body.codes_per_day > 0 && !isAdministrator(caller)) {
    throw new Refusal('auth.role-too-low', { role: roleName('admin', call.language) })
  }
  const codesPerDay = BigInt(body.codes_per_day)
  const { row, token } = await parts.accessTokens.create(caller.id, {
    name: body.name,
    codesPerDay,
  })
  parts.log.info(
    {
      user: String(caller.id),
      accessToken: String(row.id),
      codesPerDay: String(codesPerDay),
      request: requestId,
    },
    'access token made',
  )
  return { ...accessTokenOut(row), token }
}

const deleteAccessToken: Handler<'deleteAccessToken'> = async ({ params }, call) => {
  const removed = await call.parts.accessTokens.remove(call.caller.id, BigInt(params.id))
  if (!removed) throw new Refusal('access-token.not-found', {})
  return null
}

export const accessTokenOut = (row: AccessToken) => ({
  id: idOut(row.id),
  name: row.name,
  tail: row.tail,
  created_time: secondsOut(row.createdAt, 0),
  used_time: secondsOut(row.usedAt, -1),
  codes_per_day: quotaOut(row.codesPerDay),
})

export const accessTokenHandlers = {
  listAccessTokens,
  createAccessToken,
  deleteAccessToken,
} satisfies Partial<Handlers>
