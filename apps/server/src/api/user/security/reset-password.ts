import { Refusal } from '@posthouse/contract/refusal'
import { hashPassword } from '../../../domain/accounts/password.ts'
import type { Call, Handler } from '../../call.ts'
import { accessTokenOut } from '../access-token-calls.ts'
import { guessCode } from './guess-code.ts'

/** A reset deletes all access tokens but those that the user keeps: the account may have been taken over. */
const resetPassword: Handler<'resetPassword'> = async ({ body }, call) => {
  const { parts } = call
  const { account, useUp } = await requireLink(body, call)
  const password = await hashPassword(body.password)
  const kept = body.keep_access_tokens.map(BigInt)
  await parts.db.transaction().execute(async (transaction) => {
    if (!(await useUp(transaction))) throw invalid()
    const at = BigInt(parts.clock.now())
    await parts.accounts.update(account.id, { password, password_changed_at: at }, transaction)
    await parts.sessions.endAllOf(account.id, '', transaction)
    await parts.accessTokens.removeAllOf(account.id, kept, transaction)
  })
  return null
}

const listTokensOfReset: Handler<'listTokensOfReset'> = async ({ body }, call) => {
  const { account } = await requireLink(body, call)
  return (await call.parts.accessTokens.listOf(account.id)).map(accessTokenOut)
}

export const resetHandlers = { resetPassword, listTokensOfReset }

type Link = { readonly email: string; readonly token: string }

/** The account that a mailed link is for, and what uses the link up. */
async function requireLink({ email, token }: Link, call: Call) {
  const look = () => call.parts.codes.check('reset', email, token)
  const useUp = await guessCode(`reset:${email}`, call, look)
  const account = await call.parts.accounts.findByEmail(email)
  if (useUp === null || account === null) throw invalid()
  return { account, useUp }
}

const invalid = (): Refusal => new Refusal('user.reset-link-invalid', {})
