import { Refusal } from '@posthouse/contract/refusal'
import type { SavedUser } from '@posthouse/contract/user'
import { isUniqueViolation } from '../../../db/database-error.ts'
import type { Account } from '../../../domain/accounts/account.ts'
import type { ProvenAccount } from '../../../domain/accounts/sign-in-port.ts'
import type { Call } from '../../call.ts'
import { savedUserOut } from '../user-out.ts'
import type { Errand } from './errand.ts'
import { requireSubject, type SignInWith, signInWith } from './sign-in-with.ts'
import { type Way, wayNames } from './ways.ts'

/** Signs in, or binds where the errand was begun for that: the message of the answer says which. */
export async function finish(
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
