import { authenticate } from './1-authenticate.ts'
import { parse } from './2-parse.ts'
import { route } from './3-route.ts'
import { reserve } from './4-reserve.ts'
import { forward } from './5-forward.ts'
import { giveBack, settle } from './6-settle.ts'
import { record, recordRefusal } from './7-record.ts'
import type { Caller, Exchange, Outcome, Request, CallHold } from './exchange.ts'
import type { GatewayParts } from './gateway-parts.ts'
import { refusalFor, refuse } from './refuse.ts'
import { removeUpload } from '../http/uploads/read-upload.ts'

type Progress = {
  caller: Caller | null
  request: Request | null
  hold: CallHold | null
  outcome: Outcome | null
}

/** Runs one request through the seven steps. All control flow is here. */
export async function pipeline(parts: GatewayParts, exchange: Exchange): Promise<void> {
  const progress: Progress = {
    caller: null,
    request: null,
    hold: null,
    outcome: null,
  }
  try {
    const caller = await authenticate(parts, exchange)
    progress.caller = caller
    const request = await parse(parts, exchange, caller)
    progress.request = request
    const plan = route(parts, exchange, caller, request)
    const hold = await reserve(parts, exchange, { caller, request, plan })
    progress.hold = hold
    const outcome = await forward(parts, exchange, { caller, request, plan, hold })
    progress.outcome = outcome
    const receipt = await settle(parts, exchange, { caller, request, hold, outcome })
    await record(parts, exchange, { outcome, receipt })
  } catch (error) {
    await broken(parts, exchange, progress, error)
  } finally {
    progress.caller?.leave()
    if (progress.request !== null && progress.request.files.length > 0) {
      await removeUpload(progress.request.files, parts.spool)
    }
  }
}

/**
 * Sends a refusal. Anything else is a bug: logged in full, and reported to the client in one sentence. Output from an upstream is
 * settled in either case.
 */
async function broken(
  parts: GatewayParts,
  exchange: Exchange,
  progress: Progress,
  error: unknown,
): Promise<void> {
  const { caller, request, outcome } = progress
  const isSettled = await resolved(parts, exchange, progress)
  const refusal = refusalFor(error, exchange.incoming.id)
  if (refusal === null) return
  if (refusal.code === 'server.error') {
    parts.log.error({ request: exchange.incoming.id, error }, 'a request met a bug')
  }
  refuse(exchange, refusal)
  // A settled request already has its log row.
  if (caller !== null && !isSettled) recordRefusal(parts, exchange, { caller, request, refusal })
  await outcome?.run?.followed
}

async function resolved(
  parts: GatewayParts,
  exchange: Exchange,
  { caller, request, hold, outcome }: Progress,
): Promise<boolean> {
  if (hold === null) return false
  if (outcome === null || caller === null || request === null) {
    await giveBack(parts, hold)
    return false
  }
  if (!hold.resolved) await settle(parts, exchange, { caller, request, hold, outcome })
  return true
}
