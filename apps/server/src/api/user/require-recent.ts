import { Refusal } from '@posthouse/contract/refusal'
import type { Session } from '../../domain/accounts/session-store.ts'
import type { Call } from '../call.ts'
import { recentPasswordMs } from '../recent-password.ts'

/** Before a way in is added for good. Who has no password to give again is told what to do instead. */
export async function requireRecent(session: Session, { parts }: Call): Promise<void> {
  if (parts.clock.now() - session.authenticatedAt <= recentPasswordMs) return
  const hasPassword = (await parts.accounts.passwordOf(session.account.id)) !== ''
  throw new Refusal(hasPassword ? 'auth.recent-sign-in' : 'oauth.sign-in-again', {})
}
