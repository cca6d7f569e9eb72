import { Refusal } from '@posthouse/contract/refusal'
import { Email, type IdentityProvider, type SavedUser } from '@posthouse/contract/user'
import { isUniqueViolation } from '../../../db/database-error.ts'
import type { Account } from '../../../domain/accounts/account.ts'
import type { ProvenAccount } from '../../../domain/accounts/sign-in-port.ts'
import { usernamesFor } from '../../../domain/accounts/username-for.ts'
import type { Call } from '../../call.ts'
import { askForSecondStep, beginSession } from '../session-calls.ts'
import { inviterOf } from '../sign-up-calls.ts'
import { savedUserOut } from '../user-out.ts'
import type { Errand } from './errand.ts'

/** Signs in, or connects the account when the errand was started by a signed-in user; the reply's message says which. */
export async function finishSignIn(
  { errand, ...given }: SignInWith & { readonly errand: Errand },
  call: Call,
): Promise<SavedUser> {
  if (errand.session === '') return signInWith(given, call)
  const session = await call.parts.sessions.find(call.cookie)
  if (session?.id !== errand.session) throw new Refusal('oauth.state-invalid', {})
  await bindAccount(given.provider, given.proven, session.account, call)
  call.setMessage('bind')
  return savedUserOut(session.account)
}

export async function bindAccount(
  way: Way,
  { subject, name }: ProvenAccount,
  account: Account,
  { parts, requestId }: Call,
): Promise<void> {
  const provider = wayNames[way]
  requireSubject(subject, way)
  const owner = await parts.identities.findAccount(way, subject)
  if (owner?.id === account.id) return
  if (owner !== null) throw new Refusal('oauth.bound-elsewhere', { provider })
  const bound = await parts.identities.listOf(account.id)
  if (bound.some((identity) => identity.provider === way)) {
    throw new Refusal('oauth.already-bound', { provider })
  }
  try {
    const at = parts.clock.now()
    await parts.identities.insert({ provider: way, subject, name, userId: account.id, at })
  } catch (error) {
    throw isUniqueViolation(error) ? new Refusal('oauth.bound-elsewhere', { provider }) : error
  }
  const facts = { user: String(account.id), provider, request: requestId }
  parts.log.info(facts, 'an account elsewhere was bound')
}

type SignInWith = {
  readonly provider: Way
  readonly proven: ProvenAccount
  /** Invitation code, or empty. */
  readonly aff: string
}

/**
 * Signs in to the account that is connected to an identity, or to a new one. Names and addresses never match an
 * account, because most providers let users choose them freely.
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

/** OIDC allows 255 characters, and the issuer is prepended. */
const subjectMost = 1_024

function requireSubject(subject: string, way: Way): void {
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
    const made = await createAccount({ ...given, username, email, inviter }, call)
    if (made !== null) return made
  }
  throw new Refusal('user.username-taken', {})
}

type NewAccount = SignInWith & {
  readonly username: string
  readonly email: string | null
  readonly inviter: Account | null
}

/** `null` when the username is taken. A concurrent sign-up with the same identity wins. */
async function createAccount(
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

/** `null` when another account has the address. */
async function freeEmail(email: string | null, { parts }: Call): Promise<string | null> {
  const parsed = email === null ? undefined : Email.safeParse(email).data
  if (parsed === undefined) return null
  return (await parts.accounts.takenBy({ username: '', email: parsed })) === null ? parsed : null
}

type Way = Exclude<IdentityProvider, 'telegram'>

const wayNames = { github: 'GitHub', wechat: 'WeChat', lark: 'Lark', oidc: 'OIDC' } as const

const switches = {
  github: 'GitHubOAuthEnabled',
  wechat: 'WeChatAuthEnabled',
  lark: 'LarkAuthEnabled',
  oidc: 'OIDCAuthEnabled',
} as const satisfies Record<Way, string>

export function requireOn(way: Way, { parts }: Call): void {
  if (parts.snapshot.get().settings[switches[way]]) return
  throw new Refusal('oauth.off', { provider: wayNames[way] })
}
