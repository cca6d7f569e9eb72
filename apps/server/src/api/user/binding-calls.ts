import { Refusal } from '@posthouse/contract/refusal'
import type { Binding, IdentityProvider } from '@posthouse/contract/user'
import type { Transaction } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { createAccountStore } from '../../domain/accounts/account-store.ts'
import type { Account } from '../../domain/accounts/account.ts'
import { lockAccount } from '../../domain/accounts/lock-account.ts'
import type { ApiParts } from '../api-parts.ts'
import type { Handler, Handlers } from '../call.ts'
import { secondsOut } from '../present.ts'
import { changeableUser } from './managed/change-user.ts'
import { hasOtherWayIn } from './other-way-in.ts'

const listBindings: Handler<'listBindings'> = async (_input, { caller, parts }) =>
  listBindingsOf(caller, parts)

const unbind: Handler<'unbind'> = async ({ body }, { caller, parts }) => {
  await unbindFrom(caller, body.type, parts)
  return null
}

const listUserBindings: Handler<'listUserBindings'> = async ({ params }, call) =>
  listBindingsOf(await changeableUser(params.id, call), call.parts)

const unbindUser: Handler<'unbindUser'> = async ({ params, body }, call) => {
  await unbindFrom(await changeableUser(params.id, call), body.type, call.parts)
  return null
}

const listBindingsOf = async ({ id }: Account, parts: ApiParts): Promise<Binding[]> =>
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

/** An address alone cannot sign in, so it is never the last sign-in method. */
async function clearEmail(account: Account, transaction: Transaction<Tables>): Promise<void> {
  if (account.email === null) throw new Refusal('user.not-bound', {})
  await createAccountStore(transaction).update(account.id, { email: null })
}

export const bindingHandlers = {
  listBindings,
  unbind,
  listUserBindings,
  unbindUser,
} satisfies Partial<Handlers>
