import type { Kysely } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Clock } from '../../lib/clock.ts'
import { randomText, sha256 } from '../../lib/ids.ts'

export type Challenge = {
  readonly userId: bigint | null
  /** As it was handed in. */
  readonly content: string
}

export type ChallengeStore = ReturnType<typeof createChallengeStore>

/**
 * Secrets that begin something and end it once: the state of a third-party sign-in, a second step after a password, a
 * code that binds a bot. Stored by hash, so a copy of the table finishes nothing.
 */
export const createChallengeStore = (db: Kysely<Tables>, clock: Clock) => ({
  /** Returns the secret that `take` asks for. `minutes` is how long it can be used. */
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

  /** Uses a secret up. Null: unknown, expired, already used, or of another purpose. */
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
