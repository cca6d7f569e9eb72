import { Refusal } from '@posthouse/contract/refusal'
import type { Binding, IdentityProvider } from '@posthouse/contract/user'
import type { Transaction } from 'kysely'
import type { Tables } from '../../../db/tables.ts'
import { createAccountStore } from '../../../domain/accounts/account-store.ts'
import type { Account } from '../../../domain/accounts/account.ts'
import { lockAccount } from '../../../domain/accounts/lock-account.ts'
import type { ApiParts } from '../../api-parts.ts'
import type { Handler } from '../../call.ts'
import { secondsOut } from '../../present.ts'
import { changeableUser } from '../managed/change-user.ts'
import { hasOtherWayIn } from '../other-way-in.ts'

export const listBindings: Handler<'listBindings'> = async (_input, { caller, parts }) =>
  bindingsOf(caller, parts)

export const unbind: Handler<'unbind'> = async ({ body }, { caller, parts }) => {
  await unbindFrom(caller, body.type, parts)
  return null
}

export const listUserBindings: Handler<'listUserBindings'> = async ({ params }, call) =>
  bindingsOf(await changeableUser(params.id, call), call.parts)

export const unbindUser: Handler<'unbindUser'> = async ({ params, body }, call) => {
  await unbindFrom(await changeableUser(params.id, call), body.type, call.parts)
  return null
}

const bindingsOf = async ({ id }: Account, parts: ApiParts): Promise<Binding[]> =>
  (await parts.identities.listOf(id)).map(({ provider, name, createdAt }) => ({
    provider,
    name,
    created_time: secondsOut(createdAt, 0),
  }))

async function unbindFrom(
  account: Account,
  provider: IdentityProvider | 'email',
  parts: ApiParts,
): Promise<void> {
  await parts.db.transaction().execute(async (transaction) => {
    await lockAccount(transaction, account.id)
    if (provider === 'email') return clearEmail(account, transaction)
    if (
      provider !== 'telegram' &&
      !(await hasOtherWayIn(account, provider, { db: transaction, snapshot: parts.snapshot }))
    ) {
      throw new Refusal('user.last-way-in', {})
    }
    if (!(await parts.identities.remove(account.id, provider, transaction))) {
      throw new Refusal('user.not-bound', {})
    }
  })
}

/** Nobody signs in by an address alone, so it is never the last way in. */
async function clearEmail(account: Account, transaction: Transaction<Tables>): Promise<void> {
  if (account.email === null) throw new Refusal('user.not-bound', {})
  await createAccountStore(transaction).update(account.id, { email: null })
}
