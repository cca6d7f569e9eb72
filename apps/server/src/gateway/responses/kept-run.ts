import type { Fields } from '@posthouse/llm/bytes/fields'
import type { MemoryLease } from '../../http/body-memory.ts'
import type { GatewayParts } from '../gateway-parts.ts'
import type { RunStatus } from '../../domain/kept-answers/response-status.ts'
import type { KeptHead } from '../../domain/kept-answers/kept-response.ts'

type RunParts = Pick<GatewayParts, 'bodies' | 'responses' | 'clock'>

/** Fields of a failed response. `message` is null if the reason is unknown. */
export const failedAs = (message: string | null): Fields => ({
  status: 'failed',
  error: { code: 'server_error', message: message ?? 'The response could not be completed' },
})

export const describe = ({ bodies }: RunParts, response: string): Promise<RunStatus> =>
  bodies.compute('runStatusOf', response, response.length)

/** A stored response with changed fields and without internal ones. */
export const changed = ({ bodies }: RunParts, response: string, fields: Fields): Promise<string> =>
  bodies.compute('changedFields', { response, fields }, response.length)

/** The response to show. A run whose process has ended is shown as failed. */
export async function shownRun(parts: RunParts, kept: KeptHead, response: string): Promise<string> {
  const { run } = await describe(parts, response)
  const isLost = run !== null && !(await parts.responses.isAlive(run, parts.clock.now()))
  return isLost ? await lostRun(parts, kept, response) : response
}

async function lostRun(parts: RunParts, kept: KeptHead, response: string): Promise<string> {
  const gone = await changed(parts, response, failedAs(null))
  await parts.responses.end(kept, gone)
  return gone
}

/** Marks a run as cancelled; its node notices on its next check. */
export async function cancelRun(parts: RunParts, kept: KeptHead, response: string): Promise<void> {
  await parts.responses.end(kept, await changed(parts, response, { status: 'cancelled' }))
}

/** State of polling a run. */
export type RunSeen = {
  /** Incarnation of the process that runs it; null before the first check. */
  run: string | null
  end: RunEnd | null
}

/** `isLost` if its process has ended. */
export type RunEnd = {
  readonly status: string
  /** JSON. */
  readonly response: string
  readonly isLost: boolean
}

/** Null while it continues, or if it was deleted. The response is read once while it runs and once at its end. */
export async function endOfRun(
  parts: RunParts,
  kept: KeptHead,
  { memory, seen }: { memory: Pick<MemoryLease, 'take'>; seen: RunSeen },
): Promise<RunEnd | null> {
  if (seen.end !== null) return seen.end
  const { responses, clock } = parts
  if (kept.underWay && seen.run !== null && (await responses.isAlive(seen.run, clock.now()))) {
    return null
  }
  const text = await responses.text(kept, 'response', memory)
  if (text === null) return null
  const { status, run } = await describe(parts, text)
  if (run === null) {
    seen.end = { status: String(status), response: text, isLost: false }
    return seen.end
  }
  seen.run = run
  if (await responses.isAlive(run, clock.now())) return null
  const response = await lostRun(parts, kept, text)
  seen.end = { status: 'failed', response, isLost: true }
  return seen.end
}
