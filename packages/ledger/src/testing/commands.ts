import type { Settle, Void } from '../command.ts'
import { quota } from '../quota.ts'

/** The amount is not exact as a float. */
export const settle = (id: string): Settle => ({
  kind: 'settle',
  hold: id,
  amount: quota(9_007_199_254_740_993n),
  usage: { content: 'line one\nline two', quota: 7n, nothing: null },
  tallies: [{ table: 't', key: { k: 1n }, add: { n: 'charged' } }],
  actor: 'test',
  bookRevision: 3n,
  at: 1,
})

export const release = (id: string): Void => ({
  kind: 'void',
  hold: id,
  reason: 'test',
  expired: false,
  usage: null,
  tallies: [],
  at: 1,
})
