import { Refusal } from '@posthouse/contract/refusal'
import type { SignedCall } from './call.ts'

/** How long a sign-in counts as recent, for moving money and revealing credentials. */
export const recentPasswordMs = 10 * 60_000

/** Whether the caller signed in or confirmed the password within this time. */
export const hasRecentPassword = ({ parts, session }: SignedCall, withinMs: number): boolean =>
  session !== null && parts.clock.now() - session.authenticatedAt <= withinMs

export function requireRecentPassword(call: SignedCall): void {
  if (!hasRecentPassword(call, recentPasswordMs)) throw new Refusal('auth.recent-sign-in', {})
}
