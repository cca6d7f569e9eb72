import { generateSecret, verifySync } from 'otplib'
import type { Kysely, Transaction } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Sealer } from '../../lib/seal.ts'
import { isRecoveryCode, recoveryHash, newRecoveryCodes } from './recovery-codes.ts'

const stepSeconds = 30

export type SecondFactorStore = ReturnType<typeof createSecondFactorStore>

/** Authenticator apps (RFC 6238) and recovery codes. Each code is accepted once. */
export const createSecondFactorStore = (db: Kysely<Tables>, sealer: Sealer, clock: Clock) => ({
  async stateOf(userId: bigint): Promise<{ isOn: boolean; recoveryCodesLeft: number }> {
    const isOn = (await confirmedOf(db, userId)) !== undefined
    const { left } = await db
      .selectFrom('recovery_codes')
      .where('user_id', '=', userId)
      .where('used_at', 'is', null)
      .select(({ fn }) => fn.countAll<bigint>().as('left'))
      .executeTakeFirstOrThrow()
    return { isOn, recoveryCodesLeft: isOn ? Number(left) : 0 }
  },

  ...settingUp(db, sealer, clock),

  /** Consumes a code of the app or a recovery code. */
  async accept(userId: bigint, code: string): Promise<boolean> {
    const row = await confirmedOf(db, userId)
    if (row === undefined) return false
    if (isRecoveryCode(code)) return useRecoveryCode(db, userId, code, clock)
    const step = stepOf(code, sealer.open(row.secret, placeOf(userId)), clock)
    if (step === null) return false
    const accepted = await db
      .updateTable('second_factors')
      .set({ last_step: step })
      .where('user_id', '=', userId)
      .where('secret', '=', row.secret)
      .where('last_step', '<', step)
      .returning('user_id')
      .executeTakeFirst()
    return accepted !== undefined
  },

  async remove(userId: bigint, connection = db): Promise<void> {
    await connection.deleteFrom('second_factors').where('user_id', '=', userId).execute()
    await connection.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  },
})

/** Set-up and recovery codes. */
const settingUp = (db: Kysely<Tables>, sealer: Sealer, clock: Clock) => ({
  /** Creates a secret, which is inactive until confirmed. Null if one is already confirmed. */
  async begin(userId: bigint): Promise<string | null> {
    const secret = generateSecret()
    const row = {
      secret: sealer.seal(secret, placeOf(userId)),
      created_at: BigInt(clock.now()),
      last_step: 0n,
    }
    const stored = await db
      .insertInto('second_factors')
      .values({ user_id: userId, confirmed_at: null, ...row })
      .onConflict((conflict) =>
        conflict
          .column('user_id')
          .doUpdateSet(row)
          .where('second_factors.confirmed_at', 'is', null),
      )
      .returning('user_id')
      .executeTakeFirst()
    return stored === undefined ? null : secret
  },

  /** Activates it with the first code and returns recovery codes. Null if the code is wrong or none is pending. */
  async confirm(userId: bigint, code: string): Promise<readonly string[] | null> {
    const row = await db
      .selectFrom('second_factors')
      .selectAll()
      .where('user_id', '=', userId)
      .where('confirmed_at', 'is', null)
      .executeTakeFirst()
    const step =
      row === undefined ? null : stepOf(code, sealer.open(row.secret, placeOf(userId)), clock)
    if (row === undefined || step === null) return null
    return db.transaction().execute(async (transaction) => {
      const confirmed = await transaction
        .updateTable('second_factors')
        .set({ confirmed_at: BigInt(clock.now()), last_step: step })
        .where('user_id', '=', userId)
        .where('confirmed_at', 'is', null)
        // Another tab may have started over.
        .where('secret', '=', row.secret)
        .returning('user_id')
        .executeTakeFirst()
      return confirmed === undefined ? null : replaceCodes(transaction, userId)
    })
  },

  /** Replaces the recovery codes. Null without a second factor. */
  async renewCodes(userId: bigint): Promise<readonly string[] | null> {
    return db
      .transaction()
      .execute(async (transaction) =>
        (await confirmedOf(transaction, userId)) === undefined
          ? null
          : replaceCodes(transaction, userId),
      )
  },
})

const placeOf = (userId: bigint) => ({ table: 'second_factors', column: 'secret', id: userId })

const confirmedOf = (db: Kysely<Tables>, userId: bigint) =>
  db
    .selectFrom('second_factors')
    .selectAll()
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()

/** The time step of a code, within one step of now. Null if the code is wrong. */
function stepOf(code: string, secret: string, clock: Clock): bigint | null {
  const token = code.replaceAll(' ', '')
  if (!/^\d{6}$/.test(token)) return null
  const epoch = Math.floor(clock.now() / 1_000)
  const found = verifySync({ secret, token, epoch, epochTolerance: stepSeconds })
  return found.valid ? BigInt(Math.floor(epoch / stepSeconds) + found.delta) : null
}

async function useRecoveryCode(
  db: Kysely<Tables>,
  userId: bigint,
  code: string,
  clock: Clock,
): Promise<boolean> {
  const used = await db
    .updateTable('recovery_codes')
    .set({ used_at: BigInt(clock.now()) })
    .where('user_id', '=', userId)
    .where('code_hash', '=', recoveryHash(userId, code))
    .where('used_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return used !== undefined
}

async function replaceCodes(
  transaction: Transaction<Tables>,
  userId: bigint,
): Promise<readonly string[]> {
  const codes = newRecoveryCodes()
  await transaction.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  await transaction
    .insertInto('recovery_codes')
    .values(
      codes.map((code) => ({
        user_id: userId,
        code_hash: recoveryHash(userId, code),
        used_at: null,
      })),
    )
    .execute()
  return codes
}
