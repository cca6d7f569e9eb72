import { cut } from '../../lib/cut.ts'
import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Clock } from '../../lib/clock.ts'
import { randomText, sha256 } from '../../lib/ids.ts'
import { accountFrom } from './account-store.ts'
import type { Account } from './account.ts'

/** Counted from sign-in, regardless of use, so that a stolen cookie expires. */
export const sessionLifeMs = 30 * 24 * 3_600_000
const refreshAfterMs = 5 * 60_000

/** A signed-in browser. Stored, so that the server can end it. */
export type Session = {
  readonly id: string
  readonly authenticatedAt: number
  readonly account: Account
}

/** A session as shown to its owner. */
export type ListedSession = {
  readonly id: string
  readonly address: string
  readonly userAgent: string
  readonly createdAt: number
  readonly seenAt: number
}

export type SessionStore = ReturnType<typeof createSessionStore>

/** Only hashes of cookies are stored, so a copy of the table grants no access. */
export function createSessionStore(db: Kysely<Tables>, clock: Clock) {
  return {
    /** Starts a session and returns its cookie. */
    async start(userId: bigint, from: { address: string; userAgent: string }): Promise<string> {
      const cookie = randomText(32)
      const now = BigInt(clock.now())
      await db
        .insertInto('sessions')
        .values({
          id: sha256(cookie),
          user_id: userId,
          created_at: now,
          seen_at: now,
          expires_at: now + BigInt(sessionLifeMs),
          authenticated_at: now,
          ip: from.address,
          user_agent: cut(from.userAgent, 255),
        })
        .execute()
      return cookie
    },

    /** The session of a cookie, with its current account: role and status are never stale. */
    async find(cookie: string): Promise<Session | null> {
      if (cookie === '') return null
      const now = clock.now()
      const row = await db
        .selectFrom('sessions')
        .innerJoin('users', 'users.id', 'sessions.user_id')
        .where('sessions.id', '=', sha256(cookie))
        .where('sessions.expires_at', '>', BigInt(now))
        .where('sessions.created_at', '>', BigInt(now - sessionLifeMs))
        .where('users.deleted_at', 'is', null)
        .where('users.status', '=', 1n)
        .selectAll('users')
        .select(['sessions.id as session_id', 'authenticated_at', 'seen_at'])
        .executeTakeFirst()
      if (row === undefined) return null
      if (now - Number(row.seen_at) > refreshAfterMs) await touch(db, row.session_id, now)
      return {
        id: row.session_id,
        authenticatedAt: Number(row.authenticated_at),
        account: accountFrom(row),
      }
    },

    ...listing(db, clock),
    ...endings(db),

    /** Records that the password was entered again. */
    async confirm(id: string): Promise<void> {
      await db
        .updateTable('sessions')
        .set({ authenticated_at: BigInt(clock.now()) })
        .where('id', '=', id)
        .execute()
    },

    async removeExpired(): Promise<void> {
      await db.deleteFrom('sessions').where('expires_at', '<=', BigInt(clock.now())).execute()
    },
  }
}

const listing = (db: Kysely<Tables>, clock: Clock) => ({
  /** Active sessions, last used first. */
  async listOf(userId: bigint): Promise<ListedSession[]> {
    const now = clock.now()
    const rows = await db
      .selectFrom('sessions')
      .where('user_id', '=', userId)
      .where('expires_at', '>', BigInt(now))
      .where('created_at', '>', BigInt(now - sessionLifeMs))
      .select(['id', 'ip', 'user_agent', 'created_at', 'seen_at'])
      .orderBy('seen_at', 'desc')
      .execute()
    return rows.map((row) => ({
      id: row.id,
      address: row.ip,
      userAgent: row.user_agent,
      createdAt: Number(row.created_at),
      seenAt: Number(row.seen_at),
    }))
  },
})

/** Ends sessions early. */
const endings = (db: Kysely<Tables>) => ({
  async end(id: string): Promise<void> {
    await db.deleteFrom('sessions').where('id', '=', id).execute()
  },

  async endByCookie(cookie: string): Promise<void> {
    await db.deleteFrom('sessions').where('id', '=', sha256(cookie)).execute()
  },

  /** After a new password, a ban or a change of role. `except` is the caller's session. */
  async endAllOf(userId: bigint, except = '', connection = db): Promise<void> {
    await connection
      .deleteFrom('sessions')
      .where('user_id', '=', userId)
      .where('id', '!=', except)
      .execute()
  },
})

async function touch(db: Kysely<Tables>, id: string, now: number): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ seen_at: BigInt(now) })
    .where('id', '=', id)
    .execute()
}
