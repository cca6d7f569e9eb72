import type { SignedCall } from './call.ts'

/** A password counts as recent for so long before money moves or a credential is handed out. */
export const recentPasswordMs = 10 * 60_000

/** Whether the caller gave the password within so many milliseconds: at the sign-in, or again since. */
export const hasRecentPassword = ({ parts, session }: SignedCall, withinMs: number): boolean =>
  session !== null && parts.clock.now() - session.authenticatedAt <= withinMs
