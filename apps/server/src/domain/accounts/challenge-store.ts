import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Clock } from '../../lib/clock.ts'
import { randomText, sha256 } from '../../lib/ids.ts'

export type Challenge = {
  readonly userId: bigint | null
  /** As passed to `start`. */
  readonly content: string
}

export type ChallengeStore = ReturnType<typeof createChallengeStore>

/**
 * One-time secrets: the state of a third-party sign-in, a second step after a password, a code that connects a bot. Only hashes are
 * stored, so a copy of the table is useless.
 */
export const createChallengeStore = (db: Kysely<Tables>, clock: Clock) => ({
  /** Returns the secret for `take`, valid for `minutes`. */
  async start(
    purpose: string,
    { userId = null, content = '', minutes }: Partial<Challenge> & { minutes: number },
  ): Promise<string> {
    const secret = randomText(24)
    await db
      .insertInto('challenges')
      .values({
        id: idOf(purpose, secret),
        purpose,
        user_id: userId,
        content,
        expires_at: BigInt(clock.now() + minutes * 60_000),
      })
      .execute()
    return secret
  },

  /** Consumes a secret. Null if unknown, expired, used or of another purpose. */
  async take(purpose: string, secret: string): Promise<Challenge | null> {
    if (secret === '') return null
    const row = await db
      .deleteFrom('challenges')
      .where('id', '=', idOf(purpose, secret))
      .where('expires_at', '>', BigInt(clock.now()))
      .returning(['user_id', 'content'])
      .executeTakeFirst()
    return row === undefined ? null : { userId: row.user_id, content: row.content }
  },

  async removeExpired(): Promise<void> {
    await db.deleteFrom('challenges').where('expires_at', '<=', BigInt(clock.now())).execute()
  },
})

const idOf = (purpose: string, secret: string): string => sha256(`${purpose}:${secret}`)
