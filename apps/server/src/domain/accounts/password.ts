import { hash as argon2, verify as verifyArgon2 } from '@node-rs/argon2'
import { verify as verifyBcrypt } from '@node-rs/bcrypt'

/**
 * Argon2id with the memory and passes that OWASP's password storage cheat sheet names (19 MiB, 2).
 * Runs on the thread pool, never on the event loop.
 */
export const hashPassword = (password: string): Promise<string> =>
  argon2(password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 })

/**
 * True where the password is the hash's. Reads bcrypt too, which imported accounts have. An account without a
 * password is as much work as any.
 */
export async function passwordMatches(password: string, hash: string): Promise<boolean> {
  if (hash.startsWith('$argon2')) return verifyArgon2(hash, password)
  if (/^\$2[aby]\$/.test(hash)) return verifyBcrypt(password, hash)
  return checkAgainstNobody(password)
}

let decoy: Promise<string> | undefined

/** Takes as long as a real check, so that the time of an answer does not tell which names exist. */
export async function checkAgainstNobody(password: string): Promise<false> {
  decoy ??= hashPassword('nobody has this password')
  await passwordMatches(password, await decoy)
  return false
}
