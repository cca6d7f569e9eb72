import type { SignedCall } from './call.ts'

/** A password counts as recent for so long before money moves. */
export const recentPasswordMs = 10 * 60_000

/** Whether the caller gave the password within so many milliseconds: at the sign-in, or again since. */
export const hasRecentPassword = ({ parts, session }: SignedCall, withinMs: number): boolean =>
  parts.clock.now() - session.authenticatedAt <= withinMs
