import type { Kysely, Selectable, Updateable } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Account } from './account.ts'

export type NewAccount = {
  readonly username: string
  readonly displayName: string
  /** A hash, see password.ts. */
  readonly password: string
  readonly role: number
  readonly group: string
  readonly at: number
}

export type AccountStore = ReturnType<typeof createAccountStore>

/** Accounts in the database. No lookup with an empty value ever finds a row. */
export function createAccountStore(db: Kysely<Tables>) {
  const present = () => db.selectFrom('users').where('deleted_at', 'is', null)

  return {
    async findById(id: bigint): Promise<Account | null> {
      const row = await present().where('id', '=', id).selectAll().executeTakeFirst()
      return row === undefined ? null : accountFrom(row)
    },

    /** By username or e-mail, with the password hash, for signing in. */
    async findForLogin(name: string): Promise<{ account: Account; password: string } | null> {
      if (name === '') return null
      const row = await present()
        .where((is) => is.or([is('username', '=', name), is('email', '=', name)]))
        .selectAll()
        .orderBy('id')
        .executeTakeFirst()
      return row === undefined ? null : { account: accountFrom(row), password: row.password }
    },

    async passwordOf(id: bigint): Promise<string | null> {
      const row = await present().where('id', '=', id).select('password').executeTakeFirst()
      return row?.password ?? null
    },

    async findRoot(): Promise<Account | null> {
      const row = await present()
        .where('role', '=', 100n)
        .selectAll()
        .orderBy('id')
        .executeTakeFirst()
      return row === undefined ? null : accountFrom(row)
    },

    async insert(account: NewAccount): Promise<Account> {
      const row = await db
        .insertInto('users')
        .values({
          username: account.username,
          display_name: account.displayName,
          password: account.password,
          role: BigInt(account.role),
          status: 1n,
          email: null,
          group: account.group,
          created_at: BigInt(account.at),
          password_changed_at: null,
          last_login_at: null,
          last_login_ip: null,
          deleted_at: null,
        })
        .returningAll()
        .executeTakeFirstOrThrow()
      return accountFrom(row)
    },

    async update(id: bigint, change: Updateable<Tables['users']>): Promise<void> {
      await db.updateTable('users').set(change).where('id', '=', id).execute()
    },
  }
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
