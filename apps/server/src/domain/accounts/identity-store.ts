import type { IdentityProvider } from '@posthouse/contract/user'
import type { Kysely, Selectable } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { accountFrom } from './account-store.ts'
import type { Account } from './account.ts'

/** An account at another service, verified by its provider. */
export type Identity = {
  readonly provider: IdentityProvider
  /** The provider's permanent identifier of the account. Never empty. */
  readonly subject: string
  /** Display name there, possibly empty. */
  readonly name: string
}

export type BoundIdentity = Identity & { readonly createdAt: number }

export type IdentityStore = ReturnType<typeof createIdentityStore>

/** Connected accounts of other services. Inserting a taken identity violates a unique index. */
export const createIdentityStore = (db: Kysely<Tables>) => ({
  /** The account of an identity. An empty subject never finds one. */
  async findAccount(provider: IdentityProvider, subject: string): Promise<Account | null> {
    if (subject === '') return null
    const row = await db
      .selectFrom('identities')
      .innerJoin('users', 'users.id', 'identities.user_id')
      .where('identities.provider', '=', provider)
      .where('identities.subject', '=', subject)
      .where('users.deleted_at', 'is', null)
      .selectAll('users')
      .executeTakeFirst()
    return row === undefined ? null : accountFrom(row)
  },

  async listOf(userId: bigint): Promise<BoundIdentity[]> {
    const rows = await db
      .selectFrom('identities')
      .selectAll()
      .where('user_id', '=', userId)
      .orderBy('id')
      .execute()
    return rows.map(identityFrom)
  },

  async insert(
    { provider, subject, name, userId, at }: Identity & { userId: bigint; at: number },
    connection = db,
  ): Promise<void> {
    if (subject === '') throw new Error('an identity needs a subject')
    await connection
      .insertInto('identities')
      .values({ user_id: userId, provider, subject, name, created_at: BigInt(at) })
      .execute()
  },

  /** False if none was connected. */
  async remove(userId: bigint, provider: IdentityProvider, connection = db): Promise<boolean> {
    const removed = await connection
      .deleteFrom('identities')
      .where('user_id', '=', userId)
      .where('provider', '=', provider)
      .returning('id')
      .execute()
    return removed.length > 0
  },
})

const identityFrom = (row: Selectable<Tables['identities']>): BoundIdentity => ({
  provider: row.provider as IdentityProvider,
  subject: row.subject,
  name: row.name,
  createdAt: Number(row.created_at),
})
