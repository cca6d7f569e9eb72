import type { AccountCode } from '@posthouse/ledger/account'
import type { Hold, Move, Refund, Settle, Tally, Void } from '@posthouse/ledger/command'
import { quota } from '@posthouse/ledger/quota'
import type { LedgerWriter } from '@posthouse/ledger/writer'

export const grant = (amount: number, cause: string, account: AccountCode = 'wallet:1'): Move => ({
  kind: amount < 0 ? 'adjust' : 'grant',
  cause,
  account,
  counterpart: account.startsWith('wallet:') ? 'granted' : 'allowed',
  amount: quota(amount),
  actor: 'test',
  remark: 'a remark',
  usage: null,
  at: 1,
})

export const hold = (id: string, amount: number, more: Partial<Hold> = {}): Hold => ({
  kind: 'hold',
  id,
  amount: quota(amount),
  minimum: quota(amount),
  accounts: [{ code: 'wallet:1' }],
  owner: { incarnation: 'one' },
  at: 2,
  ...more,
})

export const settle = (id: string, amount: number, more: Partial<Settle> = {}): Settle => ({
  kind: 'settle',
  hold: id,
  amount: quota(amount),
  usage: usageOf(id),
  tallies: talliesOf(1n, 'model-1'),
  actor: 'test',
  bookRevision: 1n,
  at: 3,
  ...more,
})

export const release = (id: string, expired = false): Void => ({
  kind: 'void',
  hold: id,
  reason: 'test',
  expired,
  usage: null,
  tallies: [],
  at: 3,
})

export const refund = (id: string, more: Partial<Refund> = {}): Refund => ({
  kind: 'refund',
  hold: id,
  usage: { ...usageOf(id), type: 6n },
  tallies: talliesOf(1n, 'model-1'),
  actor: 'test',
  remark: 'a remark',
  at: 4,
  ...more,
})

export const usageOf = (id: string): NonNullable<Settle['usage']> => ({
  request_id: id,
  type: 2n,
  created_at: 3,
  user_id: 1n,
  model: 'model-1',
  group: 'default',
  charge: '{"lines":[]}',
})

export const talliesOf = (user: bigint, model: string): Tally[] =>
  [
    { scope: 'all', scope_id: 0n },
    { scope: 'user', scope_id: user },
  ].map((key) => ({
    table: 'usage_rollup',
    key: { ...key, hour: 5n, model },
    add: { requests: 1n, quota: 'charged' },
  }))

/** Charges a request of 1 unit. Returns whether it was accepted. */
export async function holdAndSettle(writer: LedgerWriter, id: string): Promise<boolean> {
  const held = await writer.submit(hold(id, 1))
  if (!held.ok) return false
  const settled = await writer.submit(settle(id, 1))
  return settled.ok
}
