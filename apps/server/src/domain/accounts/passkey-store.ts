import { Refusal } from '@posthouse/contract/refusal'
import type { Kysely, Selectable } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Clock } from '../../lib/clock.ts'
import { lockAccount } from './lock-account.ts'

/** Passkeys per account. */
const passkeysMost = 20

export type Passkey = {
  readonly id: bigint
  readonly userId: bigint
  readonly credentialId: string
  readonly publicKey: string
  readonly counter: number
  readonly transports: readonly string[]
  readonly name: string
  readonly createdAt: number
  readonly usedAt: number | null
}

type NewPasskey = Pick<
  Passkey,
  'userId' | 'credentialId' | 'publicKey' | 'counter' | 'transports' | 'name'
>

export type PasskeyStore = ReturnType<typeof createPasskeyStore>

/** Stores public keys only, so a copy of the table grants no access. */
export const createPasskeyStore = (db: Kysely<Tables>, clock: Clock) => ({
  async listOf(userId: bigint): Promise<Passkey[]> {
    const rows = await db
      .selectFrom('passkeys')
      .selectAll()
      .where('user_id', '=', userId)
      .orderBy('id')
      .execute()
    return rows.map(passkeyFrom)
  },

  async find(credentialId: string): Promise<Passkey | null> {
    const row = await db
      .selectFrom('passkeys')
      .selectAll()
      .where('credential_id', '=', credentialId)
      .executeTakeFirst()
    return row === undefined ? null : passkeyFrom(row)
  },

  /** Violates a unique index if the credential is already stored. */
  async insert(passkey: NewPasskey): Promise<void> {
    await db.transaction().execute(async (transaction) => {
      await lockAccount(transaction, passkey.userId)
      const { count } = await transaction
        .selectFrom('passkeys')
        .where('user_id', '=', passkey.userId)
        .select(({ fn }) => fn.countAll<bigint>().as('count'))
        .executeTakeFirstOrThrow()
      if (count >= BigInt(passkeysMost)) {
        throw new Refusal('passkey.too-many', { limit: passkeysMost })
      }
      await transaction
        .insertInto('passkeys')
        .values({
          user_id: passkey.userId,
          credential_id: passkey.credentialId,
          public_key: passkey.publicKey,
          counter: BigInt(passkey.counter),
          transports: passkey.transports.join(','),
          name: passkey.name,
          created_at: BigInt(clock.now()),
          used_at: null,
        })
        .execute()
    })
  },

  /** False if it was used concurrently, so that the counter proves nothing. */
  async use({ id, counter }: Passkey, newCounter: number): Promise<boolean> {
    const used = await db
      .updateTable('passkeys')
      .set({ counter: BigInt(newCounter), used_at: BigInt(clock.now()) })
      .where('id', '=', id)
      .where('counter', '=', BigInt(counter))
      .returning('id')
      .executeTakeFirst()
    return used !== undefined
  },
})

const passkeyFrom = (row: Selectable<Tables['passkeys']>): Passkey => ({
  id: row.id,
  userId: row.user_id,
  credentialId: row.credential_id,
  publicKey: row.public_key,
  counter: Number(row.counter),
  transports: row.transports === '' ? [] : row.transports.split(','),
  name: row.name,
  createdAt: Number(row.created_at),
  usedAt: row.used_at === null ? null : Number(row.used_at),
})
