import { inputTokensOf, outputTokensOf, type Usage } from '@posthouse/llm/usage'
import type { Request, Reservation } from './exchange.ts'

/**
 * Usage that a request of this size cannot have. Input is at most a token a byte (pictures and files
 * apart, which suppliers count by rules of their own); output at most what was asked for, or what no
 * model gives.
 */
export function isAbsurd(usage: Usage, request: Request, reservation: Reservation): boolean {
  const inputMax = Math.max(request.body.length, reservation.inputTokens) + inputAllowance
  const outputMax = (request.outputLimit ?? outputTokensMax) * request.answers + outputAllowance
  return (
    inputTokensOf(usage) > inputMax + request.images * imageAllowance ||
    outputTokensOf(usage) > outputMax
  )
}

/** A supplier's own system prompt, templates and tools. */
const inputAllowance = 20_000
const imageAllowance = 20_000
/** Reasoning that some suppliers do not count against the limit. */
const outputAllowance = 200_000
const outputTokensMax = 1_000_000
