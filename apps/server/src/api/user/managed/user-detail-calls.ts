import { walletOf } from '@posthouse/ledger/account'
import type { Entry } from '@posthouse/ledger/reader'
import { usernamesOf } from '../../../domain/accounts/account-store.ts'
import { tokens } from '../../../domain/tokens/token-noun.ts'
import { remarkText } from '../../../domain/usage-log/remarks.ts'
import type { Handler, Handlers, SignedCall } from '../../call.ts'
import { askingOf } from '../../noun/noun-call.ts'
import { idOut, quotaOut, secondsOut } from '../../present.ts'
import { tokensOut } from '../../token/token-out.ts'
import { changeableUser } from './change-user.ts'

const rowsMost = 100

const listUserTokens: Handler<'listUserTokens'> = async ({ params }, call) => {
  const owner = await changeableUser(params.id, call)
  const asking = { ...askingOf(call), caller: owner }
  const query = { page: 1, size: rowsMost, order: '-id', keyword: '', status: 0 }
  const { entities } = await tokens.list(call.parts.db, asking, query)
  return tokensOut(entities, call)
}

const listUserSessions: Handler<'listUserSessions'> = async ({ params }, call) => {
  const { id } = await changeableUser(params.id, call)
  const sessions = await call.parts.sessions.listOf(id)
  return sessions.map(({ address, userAgent, createdAt, seenAt }) => ({
    address,
    user_agent: userAgent,
    created_time: secondsOut(createdAt, 0),
    seen_time: secondsOut(seenAt, 0),
  }))
}

const endUserSessions: Handler<'endUserSessions'> = async ({ params }, call) => {
  const { id } = await changeableUser(params.id, call)
  await call.parts.sessions.endAllOf(id)
  return null
}

const listUserTransfers: Handler<'listUserTransfers'> = async ({ params }, call) => {
  const { id } = await changeableUser(params.id, call)
  const wallet = walletOf(id)
  const entries = await call.parts.ledger.reader.history(wallet, { limit: rowsMost })
  const actors = await namesOf(entries, call)
  return entries.map((entry) => ({
    id: idOut(entry.id),
    time: secondsOut(entry.at, 0),
    kind: entry.kind,
    quota: (entry.credit === wallet ? 1 : -1) * quotaOut(entry.amount),
    remark: remarkText(entry.remark, call.language),
    actor: actors.get(entry.actor) ?? entry.actor,
  }))
}

/** Usernames by actor of a ledger entry. */
async function namesOf(
  entries: readonly Entry[],
  { parts }: SignedCall,
): Promise<ReadonlyMap<string, string>> {
  const ids = entries.flatMap(({ actor }) => {
    const id = /^user:(\d+)$/.exec(actor)?.[1]
    return id === undefined ? [] : [BigInt(id)]
  })
  const names = await usernamesOf(parts.db, [...new Set(ids)])
  return new Map(names.map(({ id, username }) => [`user:${id}`, username]))
}

export const userDetailHandlers = {
  listUserTokens,
  listUserSessions,
  endUserSessions,
  listUserTransfers,
} satisfies Partial<Handlers>
