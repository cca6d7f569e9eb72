import type { Command, Hold, Result, Settle, Void } from './command.ts'
import { zero } from './quota.ts'
import { plainDeep, plainRemark } from './storable-text.ts'

/** Null for what is no end of a hold: nothing was delivered for it. */
export function plainlyOf(command: Command): Settle | Void | null {
  if (command.kind !== 'settle' && command.kind !== 'void') return null
  const texts = {
    usage: plainDeep(command.usage),
    tallies: plainDeep(command.tallies),
    // A charge hangs on nothing that it carries: whoever wrote the rows hears of them as a problem.
    rows: [],
  }
  return command.kind === 'settle'
    ? { ...command, ...texts, remark: plainRemark }
    : { ...command, ...texts }
}

/** What whoever ends a hold is told when the database cannot be asked yet. */
export const journalledResult = (command: Settle | Void): Result =>
  command.kind === 'settle'
    ? {
        ok: true,
        charged: command.amount,
        owed: zero,
        writtenOff: zero,
        late: false,
        journalled: true,
      }
    : { ok: true, journalled: true }

/** Gives back what was held, should its commit have succeeded without our hearing of it. */
export const voidOf = (hold: Hold): Void => ({
  kind: 'void',
  hold: hold.id,
  reason: 'the database went away while the hold was made',
  expired: false,
  usage: null,
  tallies: [],
  at: hold.at,
})
