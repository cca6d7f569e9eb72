import { inputTokensOf, outputTokensOf, type Usage } from '@posthouse/llm/usage'
import type { Request, Reservation } from './exchange.ts'

/**
 * Usage that a request of this size cannot have. Input is at most a token a byte (pictures apart, which
 * suppliers count by rules of their own), unless some of it is not in the body: then it is what no model
 * takes. Output is at most what was asked for, or what no model gives.
 */
export function isAbsurd(usage: Usage, request: Request, reservation: Reservation): boolean {
  const bytes = request.body.length + request.extraTokens
  const inputMax = request.elsewhere
    ? inputTokensMax
    : Math.max(bytes, reservation.inputTokens) + inputAllowance
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
/** More than one window: a supplier that runs tools itself adds up what it read each time. */
const inputTokensMax = 20_000_000
const outputTokensMax = 1_000_000
