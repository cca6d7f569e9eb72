import { Refusal } from '@posthouse/contract/refusal'
import type { SignedCall } from './call.ts'

/** A sign-in counts as recent for so long before money moves or a credential is handed out. */
export const recentPasswordMs = 10 * 60_000

/** Whether the caller proved who they are within so many milliseconds: at the sign-in, or again since. */
export const hasRecentPassword = ({ parts, session }: SignedCall, withinMs: number): boolean =>
  session !== null && parts.clock.now() - session.authenticatedAt <= withinMs

export function requireRecentPassword(call: SignedCall): void {
  if (!hasRecentPassword(call, recentPasswordMs)) throw new Refusal('auth.recent-sign-in', {})
}
