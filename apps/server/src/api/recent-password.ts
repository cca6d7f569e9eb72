import type { SignedCall } from './call.ts'

/** How long a given password counts as recent before money moves. */
export const recentPasswordMs = 10 * 60_000

/** Whether the caller gave the password within so many milliseconds: at the sign-in, or again since. */
export const hasRecentPassword = ({ parts, session }: SignedCall, withinMs: number): boolean =>
  parts.clock.now() - session.authenticatedAt <= withinMs
