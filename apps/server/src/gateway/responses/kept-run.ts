import type { Refusal } from '@posthouse/contract/refusal'
import type { Fields } from '@posthouse/llm/parts/fields'
import type { GatewayParts } from '../gateway-parts.ts'
import type { KeptResponse } from './kept-response.ts'

/** Where a response that is under way is made: the life of a process. Told to nobody. */
export const runField = 'posthouse_run'

/** Without its answer. */
export const failed = (response: Fields, refusal: Refusal | null): Fields => ({
  ...response,
  status: 'failed',
  error: {
    code: 'server_error',
    message: refusal?.text('en') ?? 'The response could not be completed',
  },
})

/** As it is shown: of a process that has ended no answer will come. */
export async function shownRun(
  parts: Pick<GatewayParts, 'responses' | 'clock'>,
  kept: KeptResponse,
): Promise<Fields> {
  const { [runField]: run, ...shown } = kept.response
  if (await parts.responses.isAlive(String(run), parts.clock.now())) return shown
  const gone = failed(shown, null)
  await parts.responses.end(kept, gone)
  return gone
}

/** Whoever makes it sees that nobody wants it any more, on whichever node. */
export async function cancelRun(
  { responses }: Pick<GatewayParts, 'responses'>,
  kept: KeptResponse,
): Promise<void> {
  const { [runField]: _run, ...shown } = kept.response
  await responses.end(kept, { ...shown, status: 'cancelled' })
}
