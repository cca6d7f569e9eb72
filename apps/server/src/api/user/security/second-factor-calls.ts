import { Refusal } from '@posthouse/contract/refusal'
import { generateURI } from 'otplib'
import type { Handler, Handlers } from '../../call.ts'
import { requireRecentPassword } from '../../recent-password.ts'
import { changeableUser } from '../managed/change-user.ts'

const getSecondFactor: Handler<'getSecondFactor'> = async (_input, { caller, parts }) => {
  const { isOn, recoveryCodesLeft } = await parts.secondFactors.stateOf(caller.id)
  return { enabled: isOn, recovery_codes_left: recoveryCodesLeft }
}

const beginSecondFactor: Handler<'beginSecondFactor'> = async (_input, call) => {
  const { caller, parts } = call
  requireRecentPassword(call)
  const secret = await parts.secondFactors.begin(caller.id)
  if (secret === null) throw new Refusal('second-factor.on', {})
  const issuer = parts.snapshot.get().settings.SystemName
  return { secret, uri: generateURI({ issuer, label: caller.username, secret }) }
}

const confirmSecondFactor: Handler<'confirmSecondFactor'> = async ({ body }, call) => {
  const { caller, parts } = call
  requireRecentPassword(call)
  const guess = { whose: `second-factor:${caller.id}`, by: { session: 'any' } }
  await parts.attempts.count(guess)
  const codes = await parts.secondFactors.confirm(caller.id, body.code)
  if (codes === null) throw new Refusal('second-factor.wrong-code', {}, { field: 'code' })
  await parts.attempts.forget(guess)
  return { recovery_codes: [...codes] }
}

const renewRecoveryCodes: Handler<'renewRecoveryCodes'> = async (_input, call) => {
  requireRecentPassword(call)
  const codes = await call.parts.secondFactors.renewCodes(call.caller.id)
  if (codes === null) throw new Refusal('second-factor.off', {})
  return { recovery_codes: [...codes] }
}

const removeSecondFactor: Handler<'removeSecondFactor'> = async (_input, call) => {
  const { caller, parts } = call
  requireRecentPassword(call)
  await parts.db
    .transaction()
    .execute((transaction) => parts.secondFactors.remove(caller.id, transaction))
  return null
}

/** For a user who lost the phone. The administrator can also set a new password, so the user can still sign in. */
const removeUserSecondFactor: Handler<'removeUserSecondFactor'> = async ({ params }, call) => {
  const { parts } = call
  await parts.db.transaction().execute(async (transaction) => {
    const { id } = await changeableUser(params.id, call, transaction)
    await parts.secondFactors.remove(id, transaction)
    await transaction.deleteFrom('passkeys').where('user_id', '=', id).execute()
  })
  return null
}

export const secondFactorHandlers = {
  getSecondFactor,
  beginSecondFactor,
  confirmSecondFactor,
  renewRecoveryCodes,
  removeSecondFactor,
  removeUserSecondFactor,
} satisfies Partial<Handlers>
