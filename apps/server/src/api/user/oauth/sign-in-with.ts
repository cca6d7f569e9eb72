import { Refusal } from '@posthouse/contract/refusal'
import { Email, type SavedUser } from '@posthouse/contract/user'
import { isUniqueViolation } from '../../../db/database-error.ts'
import type { Account } from '../../../domain/accounts/account.ts'
import type { ProvenAccount } from '../../../domain/accounts/sign-in-port.ts'
import { usernamesFor } from '../../../domain/accounts/username-for.ts'
import type { Call } from '../../call.ts'
import { inviterOf } from '../register.ts'
import { beginSession } from '../security/begin-session.ts'
import { askForSecondStep } from '../security/second-step.ts'
import { type Way, wayNames } from './ways.ts'

export type SignInWith = {
  readonly provider: Way
  readonly proven: ProvenAccount
  /** The code of an invitation; empty: none. */
  readonly aff: string
}

/**
 * Signs in to the account that an identity is bound to, or to a new one. Names and addresses find no account: at most
 * providers anybody can take those of somebody else.
 */
export async function signInWith(given: SignInWith, call: Call): Promise<SavedUser> {
  const { subject } = given.proven
  requireSubject(subject, given.provider)
  const known = await call.parts.identities.findAccount(given.provider, subject)
  const account = known ?? (await newAccount(given, call))
  if (!account.enabled) throw new Refusal('auth.user-disabled', {})
  await askForSecondStep(account, call)
  return beginSession(account, call)
}

/** The longest that providers of OIDC may give is 255 characters; with the issuer in front. */
const subjectMost = 1_024

export function requireSubject(subject: string, way: Way): void {
  if (subject.trim() !== '' && subject.length <= subjectMost) return
  throw new Refusal('oauth.no-identity', { provider: wayNames[way] })
}

async function newAccount(given: SignInWith, call: Call): Promise<Account> {
  const { parts, address } = call
  const provider = wayNames[given.provider]
  if (!parts.snapshot.get().settings.RegisterEnabled) {
    throw new Refusal('oauth.register-closed', { provider })
  }
  await parts.attempts.count({ whose: 'sign-up', by: { address } })
  const inviter = await inviterOf(given.aff, call)
  const email = await freeEmail(given.proven.email, call)
  for (const username of usernamesFor(given.proven.name, given.provider)) {
    const made = await create({ ...given, username, email, inviter }, call)
    if (made !== null) return made
  }
  throw new Refusal('user.username-taken', {})
}

type NewAccount = SignInWith & {
  readonly username: string
  readonly email: string | null
  readonly inviter: Account | null
}

/** Null: the name is taken. Whoever came first with the same identity has the account. */
async function create(
  { provider, proven, username, email, inviter }: NewAccount,
  { parts }: Call,
): Promise<Account | null> {
  const at = parts.clock.now()
  const { subject, name } = proven
  try {
    return await parts.money.createAccount({
      username,
      password: '',
      email,
      inviter,
      at,
      settings: parts.snapshot.get().settings,
      beside: (transaction, { id: userId }) =>
        parts.identities.insert({ provider, subject, name, userId, at }, transaction),
    })
  } catch (error) {
    if (error instanceof Refusal && error.code === 'user.username-taken') return null
    const first = isUniqueViolation(error)
      ? await parts.identities.findAccount(provider, subject)
      : null
    if (first === null) throw error
    return first
  }
}

/** An address that is somebody's already stays theirs, and the new account is without one. */
async function freeEmail(email: string | null, { parts }: Call): Promise<string | null> {
  const parsed = email === null ? undefined : Email.safeParse(email).data
  if (parsed === undefined) return null
  return (await parts.accounts.takenBy({ username: '', email: parsed })) === null ? parsed : null
}
