import type { SavedUser } from '@posthouse/contract/user'
import type { Account } from '../../../domain/accounts/account.ts'
import type { Call } from '../../call.ts'
import { savedUserOut } from '../user-out.ts'

/** Signs the browser in, once everything that the account asks for is proved. */
export async function beginSession(account: Account, call: Call): Promise<SavedUser> {
  const { parts, address, userAgent } = call
  await parts.accounts.update(account.id, {
    last_login_at: BigInt(parts.clock.now()),
    last_login_ip: address,
  })
  // A new session every time: a cookie planted before the sign-in is worth nothing after it.
  if (call.cookie !== '') await parts.sessions.endByCookie(call.cookie)
  call.startSession(await parts.sessions.start(account.id, { address, userAgent }))
  return savedUserOut(account)
}
