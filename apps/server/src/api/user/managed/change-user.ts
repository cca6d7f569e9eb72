import { Refusal } from '@posthouse/contract/refusal'
import { sql, type Transaction, type Updateable } from 'kysely'
import type { Tables } from '../../../db/tables.ts'
import { requireMayChange } from '../../../domain/accounts/may-change.ts'
import { endSessions, type UserLine, users } from '../../../domain/accounts/user-noun.ts'
import type { SignedCall } from '../../call.ts'
import { askingOf } from '../../noun/asking.ts'
import { writeNoun } from '../../noun/write-noun.ts'

export type UserWrite = {
  readonly change: Updateable<Tables['users']>
  /** What the caller saw. Another version since refuses the change. */
  readonly version?: number | undefined
  readonly endsSessions: boolean
  /** Deletes the access tokens, too. */
  readonly endsAccess?: boolean
}

/** A user whom the caller may change; read within the change where one follows. */
export async function changeableUser(
  id: number,
  call: SignedCall,
  db: SignedCall['parts']['db'] = call.parts.db,
): Promise<UserLine> {
  const user = await users.find(db, askingOf(call), id)
  requireMayChange(call.caller, user)
  return user
}

/** Changes a user whom the caller may change. Nothing of it happens where `decide` refuses. */
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
    await write(transaction, user, change)
    if (endsSessions) await endSessions(transaction, [user.id])
    if (endsAccess) await call.parts.accessTokens.removeAllOf(user.id, [], transaction)
  })

async function write(
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
