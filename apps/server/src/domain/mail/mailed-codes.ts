import { randomBytes } from 'node:crypto'
import { Refusal } from '@posthouse/contract/refusal'
import type { Kysely, Transaction } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Clock } from '../../lib/clock.ts'
import { randomHex } from '../../lib/ids.ts'
import { checkAgainstNobody, hashPassword, passwordMatches } from '../accounts/password.ts'

/** `verify`: a code that is typed. `reset`: what a link carries. */
export const mailedCodes = {
  verify: { minutes: 10, make: () => readableCode(6) },
  reset: { minutes: 30, make: () => randomHex(16) },
} as const

export type CodePurpose = keyof typeof mailedCodes

/** Between two mails to one address. */
const resendSeconds = 30
const triesMost = 10n

/** Without letters and digits that look alike: 32 of them, so that each byte gives one. */
const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

const readableCode = (length: number): string =>
  [...randomBytes(length)].map((byte) => letters[byte % letters.length]).join('')

export type MailedCodes = ReturnType<typeof createMailedCodes>

/** One live code of an address and purpose. */
export const createMailedCodes = (db: Kysely<Tables>, clock: Clock) => ({
  /** A hash takes long: outside of a transaction. */
  async make(purpose: CodePurpose) {
    const code = mailedCodes[purpose].make()
    return { code, hash: await hashPassword(code) }
  },

  /** Stores it in the place of the one before, which must be old enough: else `mail.wait`. Answers when it ends. */
  async store(
    transaction: Transaction<Tables>,
    { purpose, email, hash }: { purpose: CodePurpose; email: string; hash: string },
  ): Promise<number> {
    const now = clock.now()
    const expiresAt = now + mailedCodes[purpose].minutes * 60_000
    const columns = {
      code_hash: hash,
      created_at: BigInt(now),
      expires_at: BigInt(expiresAt),
      tries: 0n,
    }
    const stored = await transaction
      .insertInto('mailed_codes')
      .values({ id: idOf(purpose, email), ...columns })
      .onConflict((conflict) =>
        conflict
          .column('id')
          .doUpdateSet(columns)
          .where('mailed_codes.created_at', '<=', BigInt(now - resendSeconds * 1_000)),
      )
      .returning('id')
      .execute()
    if (stored.length === 0) {
      const seconds = resendSeconds
      throw new Refusal('mail.wait', { seconds }, { retryAfterSeconds: seconds, field: 'email' })
    }
    return expiresAt
  },

  /**
   * Answers what uses the code up, in the transaction for which it was given; null: it is wrong, old, used, or of
   * another address. A try is counted before it is looked at.
   */
  async check(purpose: CodePurpose, email: string, code: string): Promise<ConsumeCode | null> {
    const id = idOf(purpose, email)
    const row = await db
      .updateTable('mailed_codes')
      .set((is) => ({ tries: is('tries', '+', 1n) }))
      .where('id', '=', id)
      .where('tries', '<', triesMost)
      .where('expires_at', '>', BigInt(clock.now()))
      .returning('code_hash')
      .executeTakeFirst()
    const matches =
      row === undefined
        ? await checkAgainstNobody(code)
        : await passwordMatches(code, row.code_hash)
    return row === undefined || !matches ? null : useUp(id, row.code_hash)
  },

  async removeExpired(): Promise<void> {
    await db.deleteFrom('mailed_codes').where('expires_at', '<=', BigInt(clock.now())).execute()
  },
})

/** False: another request was faster. */
export type ConsumeCode = (transaction: Transaction<Tables>) => Promise<boolean>

const useUp =
  (id: string, hash: string): ConsumeCode =>
  async (transaction) => {
    const used = await transaction
      .deleteFrom('mailed_codes')
      .where('id', '=', id)
      .where('code_hash', '=', hash)
      .returning('id')
      .execute()
    return used.length > 0
  }

const idOf = (purpose: CodePurpose, email: string): string => `${purpose}:${email}`
