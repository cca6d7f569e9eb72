import { Refusal } from '@posthouse/contract/refusal'
import { isUniqueViolation } from '../../../db/database-error.ts'
import { lockAccount } from '../../../domain/accounts/lock-account.ts'
import type { Call, Handler, Handlers } from '../../call.ts'
import { idOut, secondsOut } from '../../present.ts'
import { requireRecentPassword } from '../../recent-password.ts'
import { hasOtherWayIn } from '../other-way-in.ts'
import { beginSession } from '../session-calls.ts'
import {
  assertionOptions,
  registrationOptions,
  verifyAssertion,
  verifyRegistration,
} from './webauthn.ts'

const beginPasskey: Handler<'beginPasskey'> = async ({ body }, call) => {
  requireRecentPassword(call)
  const known = await call.parts.passkeys.listOf(call.caller.id)
  return { ...(await registrationOptions(call.caller, { alias: body.alias, known }, call)) }
}

const finishPasskey: Handler<'finishPasskey'> = async ({ body }, call) => {
  const { caller, parts } = call
  const given = { ...body, clientExtensionResults: {} }
  const { credential, alias } = await verifyRegistration(given, caller.id, call)
  try {
    await parts.passkeys.insert({
      userId: caller.id,
      credentialId: credential.id,
      publicKey: Buffer.from(credential.publicKey).toString('base64url'),
      counter: credential.counter,
      transports: body.response.transports,
      name: alias === '' ? new Date(parts.clock.now()).toISOString().slice(0, 10) : alias,
    })
  } catch (error) {
    throw isUniqueViolation(error) ? new Refusal('passkey.invalid', {}) : error
  }
  return null
}

const beginPasskeyLogin: Handler<'beginPasskeyLogin'> = async (_input, call) => ({
  ...(await assertionOptions(call)),
})

/** Asks for no second factor: a passkey is a device that a PIN or a fingerprint unlocks. */
const finishPasskeyLogin: Handler<'finishPasskeyLogin'> = async ({ body }, call) => {
  const { userId } = await verifyAssertion(body, call)
  const account = await call.parts.accounts.findById(userId)
  if (account === null) throw new Refusal('passkey.invalid', {})
  if (!account.enabled) throw new Refusal('auth.user-disabled', {})
  return beginSession(account, call)
}

const listPasskeys: Handler<'listPasskeys'> = async (_input, { caller, parts }) =>
  (await parts.passkeys.listOf(caller.id)).map((passkey) => ({
    id: idOut(passkey.id),
    credential_id: passkey.credentialId,
    alias: passkey.name,
    created_time: secondsOut(passkey.createdAt, 0),
    used_time: secondsOut(passkey.usedAt, -1),
  }))

const deletePasskey: Handler<'deletePasskey'> = async ({ params }, { caller, parts }) => {
  const id = BigInt(params.id)
  await parts.db.transaction().execute(async (transaction) => {
    await lockAccount(transaction, caller.id)
    const deleted = await transaction
      .deleteFrom('passkeys')
      .where('id', '=', id)
      .where('user_id', '=', caller.id)
      .returning('id')
      .executeTakeFirst()
    if (deleted === undefined) throw new Refusal('passkey.not-found', {})
    const { snapshot } = parts
    if (!(await hasOtherWayIn(caller, null, { db: transaction, snapshot }))) {
      throw new Refusal('user.last-way-in', {})
    }
  })
  return null
}

/** Confirms an existing session with a passkey of the same user. */
export async function requirePasskey(
  assertion: Parameters<typeof verifyAssertion>[0],
  userId: bigint,
  call: Call,
): Promise<void> {
  const passkey = await verifyAssertion(assertion, call)
  if (passkey.userId !== userId) throw new Refusal('passkey.invalid', {})
}

export const passkeyHandlers = {
  beginPasskey,
  finishPasskey,
  beginPasskeyLogin,
  finishPasskeyLogin,
  listPasskeys,
  deletePasskey,
} satisfies Partial<Handlers>
