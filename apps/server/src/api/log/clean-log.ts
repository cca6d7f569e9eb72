import { Refusal } from '@posthouse/contract/refusal'
import * as cleaning from '../../domain/usage-log/clean-log.ts'
import type { Handler, SignedCall } from '../call.ts'
import { requireRecentPassword } from '../recent-password.ts'

const getLogCleanUp: Handler<'getLogCleanUp'> = async ({ query }, call) => {
  const { db } = call.parts
  const { count, first, last } = await cleaning.extentBefore(db, pastMoment(query, call))
  return { count, first: Math.floor(first / 1_000), last: Math.floor(last / 1_000) }
}

const cleanLog: Handler<'cleanLog'> = async ({ query }, call) => {
  requireRecentPassword(call)
  const { parts, caller, requestId } = call
  return cleaning.cleanLog(parts.db, {
    until: pastMoment(query, call),
    actor: caller,
    requestId,
    now: parts.clock.now(),
  })
}

/** Epoch milliseconds. */
function pastMoment({ target_timestamp: seconds }: { target_timestamp: number }, call: SignedCall) {
  if (seconds * 1_000 > call.parts.clock.now()) {
    throw new Refusal('log.clean-up-future', {}, { field: 'target_timestamp' })
  }
  return seconds * 1_000
}

export const cleanUpHandlers = { getLogCleanUp, cleanLog }
