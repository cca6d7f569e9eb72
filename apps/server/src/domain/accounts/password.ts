import { hash as argon2, verify as verifyArgon2 } from '@node-rs/argon2'
import { verify as verifyBcrypt } from '@node-rs/bcrypt'

/** Argon2id with the parameters of OWASP's password storage cheat sheet (19 MiB, 2 passes). Runs on the thread pool. */
export const hashPassword = (password: string): Promise<string> =>
  argon2(password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 })

/** Supports bcrypt too, for imported accounts. Takes as long for an account without a password. */
export async function passwordMatches(password: string, hash: string): Promise<boolean> {
  if (hash.startsWith('$argon2')) return verifyArgon2(hash, password)
  if (/^\$2[aby]\$/.test(hash)) return verifyBcrypt(password, hash)
  return checkAgainstNobody(password)
}

let decoy: Promise<string> | undefined

/** Takes as long as a real check, so that timing does not reveal which names exist. */
export async function checkAgainstNobody(password: string): Promise<false> {
  decoy ??= hashPassword('nobody has this password')
  await passwordMatches(password, await decoy)
  return false
}
