import { removeUpload } from '../../http/uploads/read-upload.ts'
import type { CostRange } from '../../charging/cost-range.ts'
import { authenticate } from '../1-authenticate.ts'
import { parse } from '../2-parse.ts'
import { route } from '../3-route.ts'
import { estimateCall } from '../4-reserve.ts'
import type { Caller, Exchange } from '../exchange.ts'
import type { GatewayParts } from '../gateway-parts.ts'
import { shownEstimate } from '../reply/shown-estimate.ts'

/** Reads and routes the call like a real one, then returns its cost without paying or sending. */
export async function estimate(parts: GatewayParts, exchange: Exchange): Promise<object> {
  const caller = await authenticate(parts, exchange)
  try {
    return await estimateFor(parts, exchange, caller)
  } finally {
    caller.leave()
  }
}

async function estimateFor(
  parts: GatewayParts,
  exchange: Exchange,
  caller: Caller,
): Promise<object> {
  const request = await parse(parts, exchange, caller)
  try {
    const plan = route(parts, exchange, caller, request)
    const range: CostRange = await estimateCall(parts, exchange, { caller, request, plan })
    return shownEstimate(request.model, range)
  } finally {
    if (request.files.length > 0) await removeUpload(request.files, parts.spool)
  }
}
