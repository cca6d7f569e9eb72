import type { RateVerdict } from '../../domain/limits/limits.ts'
import type { Reply } from './reply.ts'

/** Uses OpenAI's header names. */
export function rateHeaders(reply: Reply, what: 'requests' | 'tokens', verdict: RateVerdict): void {
  reply.addHeader(`x-ratelimit-limit-${what}`, String(verdict.allowed))
  reply.addHeader(`x-ratelimit-remaining-${what}`, String(verdict.remaining))
  reply.addHeader(`x-ratelimit-reset-${what}`, `${Math.ceil(verdict.resetsInMs / 1_000)}s`)
}
