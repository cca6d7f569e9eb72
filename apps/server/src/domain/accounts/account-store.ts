import { type Kysely, type Selectable, sql, type Updateable } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { randomHex } from '../../lib/ids.ts'
import type { Account } from './account.ts'

export type NewAccount = {
  readonly username: string
  readonly displayName: string
  /** A hash, see password.ts. */
  readonly password: string
  readonly role: number
  readonly group: string
  readonly at: number
  readonly email?: string | null
  readonly passwordChangedAt?: number
  readonly invitation?: { readonly inviterId: bigint; readonly reward: bigint }
}

export type AccountStore = ReturnType<typeof createAccountStore>

/** Lookups with an empty value never find a row. */
export function createAccountStore(db: Kysely<Tables>) {
  const present = () => presentIn(db)

  return {
    async findById(id: bigint): Promise<Account | null> {
      const row = await present().where('id', '=', id).selectAll().executeTakeFirst()
      return row === undefined ? null : accountFrom(row)
    },

    /** Finds by username or email, with the password hash. */
    async findForLogin(name: string): Promise<{ account: Account; password: string } | null> {
      if (name === '') return null
      const row = await present()
        .where((is) => is.or([is('username', '=', name), is('email', '=', name.toLowerCase())]))
        .selectAll()
        .orderBy('id')
        .executeTakeFirst()
      return row === undefined ? null : { account: accountFrom(row), password: row.password }
    },

    ...invitations(db),

    async passwordOf(id: bigint): Promise<string | null> {
      const row = await present().where('id', '=', id).select('password').executeTakeFirst()
      return row?.password ?? null
    },

    async findRoot(connection = db): Promise<Account | null> {
      const row = await presentIn(connection)
        .where('role', '=', 100n)
        .selectAll()
        .orderBy('id')
        .executeTakeFirst()
      return row === undefined ? null : accountFrom(row)
    },

    /** Runs in the caller's transaction, if given. */
    async insert(account: NewAccount, connection = db): Promise<Account> {
      const row = await connection
        .insertInto('users')
        .values({
          username: account.username,
          display_name: account.displayName,
          password: account.password,
          role: BigInt(account.role),
          status: 1n,
          email: account.email?.toLowerCase() ?? null,
          group: account.group,
          created_at: BigInt(account.at),
          password_changed_at:
            account.passwordChangedAt === undefined ? null : BigInt(account.passwordChangedAt),
          last_login_at: null,
          last_login_ip: null,
          deleted_at: null,
          aff_code: randomHex(6),
          inviter_id: account.invitation?.inviterId ?? null,
          inviter_reward: account.invitation?.reward ?? 0n,
        })
        .returningAll()
        .executeTakeFirstOrThrow()
      return accountFrom(row)
    },

    async update(id: bigint, change: Updateable<Tables['users']>, connection = db): Promise<void> {
      await connection.updateTable('users').set(change).where('id', '=', id).execute()
    },
  }
}

const presentIn = (db: Kysely<Tables>) => db.selectFrom('users').where('deleted_at', 'is', null)

/** Lookups for sign-up. */
const invitations = (db: Kysely<Tables>) => ({
  /** An account that may sign in. */
  async findByEmail(email: string): Promise<Account | null> {
    if (email === '') return null
    const row = await presentIn(db)
      .where('email', '=', email)
      .where('status', '=', 1n)
      .selectAll()
      .executeTakeFirst()
    return row === undefined ? null : accountFrom(row)
  },

  /** Which of the two is already taken. */
  async takenBy(names: { username: string; email: string | null }) {
    const rows = await presentIn(db)
      .where((is) =>
        is.or([is('username', '=', names.username), is('email', '=', names.email ?? null)]),
      )
      .select(['username'])
      .execute()
    if (rows.length === 0) return null
    return rows.some(({ username }) => username === names.username) ? 'username' : 'email'
  },

  /** The owner of an invitation code, if eligible for a reward. */
  async findInviter(affCode: string): Promise<Account | null> {
    if (affCode === '') return null
    const row = await presentIn(db)
      .where('aff_code', '=', affCode)
      .where('status', '=', 1n)
      .selectAll()
      .executeTakeFirst()
    return row === undefined ? null : accountFrom(row)
  },

  async affCodeOf(id: bigint): Promise<string> {
    const { aff_code: code } = await presentIn(db)
      .where('id', '=', id)
      .select('aff_code')
      .executeTakeFirstOrThrow()
    return code
  },

  /** Number of users invited by a user, including deleted ones, and the newest `most` of them. */
  async invitedBy(id: bigint, most: number) {
    const invited = db.selectFrom('users').where('inviter_id', '=', id)
    const { count, rewards } = await invited
      .select(({ fn }) => [
        fn.countAll<bigint>().as('count'),
        fn.sum<bigint | null>('inviter_reward').as('rewards'),
      ])
      .executeTakeFirstOrThrow()
    const newest = await invited
      .select(['username', 'created_at', 'inviter_reward'])
      .orderBy('id', 'desc')
      .limit(most)
      .execute()
    return { count: Number(count), rewards: BigInt(rewards ?? 0), newest }
  },
})

/** A change by the owner. It invalidates administrators' forms that were opened before. */
export async function changeOwn(
  db: Kysely<Tables>,
  id: bigint,
  change: Updateable<Tables['users']>,
): Promise<void> {
  await db
    .updateTable('users')
    .set({ ...change, version: sql<bigint>`version + 1` })
    .where('id', '=', id)
    .execute()
}

export async function idOfUsername(db: Kysely<Tables>, username: string): Promise<bigint | null> {
  const row = await db
    .selectFrom('users')
    .where('username', '=', username)
    .where('deleted_at', 'is', null)
    .select('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/** Includes deleted accounts. */
export async function usernamesOf(
  db: Kysely<Tables>,
  ids: readonly bigint[],
): Promise<{ id: bigint; username: string }[]> {
  if (ids.length === 0) return []
  return db.selectFrom('users').where('id', 'in', ids).select(['id', 'username']).execute()
}

/** Number of accounts and their total balance. */
export async function sumAccounts(db: Kysely<Tables>): Promise<{ users: number; balance: bigint }> {
  const { rows } = await sql<{ users: bigint; balance: bigint }>`
    select count(*) as users, cast(coalesce(sum(wallet.balance), 0) as bigint) as balance
    from users left join ledger_accounts as wallet on wallet.code = 'wallet:' || users.id
    where users.deleted_at is null`.execute(db)
  return { users: Number(rows[0]?.users ?? 0), balance: BigInt(rows[0]?.balance ?? 0) }
}

export function accountFrom(row: Selectable<Tables['users']>): Account {
  return {
    id: row.id,
    username: row.username,
    displayName: row.display_name,
    role: Number(row.role),
    enabled: row.status === 1n,
    email: row.email,
    group: row.group,
    createdAt: Number(row.created_at),
    passwordChangedAt: row.password_changed_at === null ? null : Number(row.password_changed_at),
    lastLoginAt: row.last_login_at === null ? null : Number(row.last_login_at),
  }
}
