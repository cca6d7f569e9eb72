import { Refusal } from '@posthouse/contract/refusal'
import { sql, type Transaction, type Updateable } from 'kysely'
import type { Tables } from '../../../db/tables.ts'
import { requireMayChange } from '../../../domain/accounts/may-change.ts'
import { endSessions, type UserLine, users } from '../../../domain/accounts/user-noun.ts'
import type { SignedCall } from '../../call.ts'
import { askingOf, writeNoun } from '../../noun/noun-call.ts'

export type UserWrite = {
  readonly change: Updateable<Tables['users']>
  /** The version that the caller saw. Refused when the row has changed since. */
  readonly version?: number | undefined
  readonly endsSessions: boolean
  /** Also deletes the access tokens. */
  readonly endsAccess?: boolean
}

/** Finds a user whom the caller may change. Pass the transaction of the change as `db`. */
export async function changeableUser(
  id: number,
  call: SignedCall,
  db: SignedCall['parts']['db'] = call.parts.db,
): Promise<UserLine> {
  const user = await users.find(db, askingOf(call), id)
  requireMayChange(call.caller, user)
  return user
}

/** Changes a user whom the caller may change. Nothing is written when `decide` throws. */
export const changeUser = (
  id: number,
  call: SignedCall,
  decide: (user: UserLine) => UserWrite,
): Promise<void> =>
  writeNoun(users, call, async (transaction) => {
    const user = await changeableUser(id, call, transaction)
    const { change, version, endsSessions, endsAccess = false } = decide(user)
    if (version !== undefined && BigInt(version) !== user.version) {
      throw new Refusal('user.changed', {})
    }
    await writeUser(transaction, user, change)
    if (endsSessions) await endSessions(transaction, [user.id])
    if (endsAccess) await call.parts.accessTokens.removeAllOf(user.id, [], transaction)
  })

async function writeUser(
  transaction: Transaction<Tables>,
  { id }: UserLine,
  change: Updateable<Tables['users']>,
): Promise<void> {
  await transaction
    .updateTable('users')
    .set({ ...change, version: sql<bigint>`version + 1` })
    .where('id', '=', id)
    .execute()
}
