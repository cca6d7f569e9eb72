import { Refusal } from '@posthouse/contract/refusal'
import type { Handler, SessionCall } from '../call.ts'
import { secondsOut } from '../present.ts'

export const listSessions: Handler<'listSessions'> = async (_input, { caller, parts, session }) => {
  const sessions = await parts.sessions.listOf(caller.id)
  return sessions.map((row) => ({
    id: handleOf(row.id),
    current: row.id === session.id,
    address: row.address,
    user_agent: row.userAgent,
    created_time: secondsOut(row.createdAt, 0),
    seen_time: secondsOut(row.seenAt, 0),
  }))
}

export const deleteSession: Handler<'deleteSession'> = async ({ params }, call) => {
  await call.parts.sessions.end(await ownSession(params.id, call))
  return null
}

export const deleteOtherSessions: Handler<'deleteOtherSessions'> = async (_input, call) => {
  await call.parts.sessions.endAllOf(call.caller.id, call.session.id)
  return null
}

/** What names a session outside: a part of the stored hash, which itself never leaves. */
const handleOf = (id: string): string => id.slice(0, 16)

async function ownSession(handle: string, { caller, parts }: SessionCall): Promise<string> {
  const sessions = await parts.sessions.listOf(caller.id)
  const found = sessions.find(({ id }) => handleOf(id) === handle)
  if (found === undefined) throw new Refusal('session.not-found', {})
  return found.id
}
