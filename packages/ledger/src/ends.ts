import type { Command, Hold, Result, Settle, Void } from './command.ts'
import { zero } from './quota.ts'
import { plainDeep, plainRemark } from './storable-text.ts'

/**
 * The command without the text and rows that the database may have rejected. `null` for a command that does not end a
 * hold, because nothing was delivered for it.
 */
export function plainlyOf(command: Command): Settle | Void | null {
  if (command.kind !== 'settle' && command.kind !== 'void') return null
  const texts = {
    usage: plainDeep(command.usage),
    tallies: plainDeep(command.tallies),
    // A charge does not depend on the rows that it carries. Their writer learns of them through a reported problem.
    rows: [],
  }
  return command.kind === 'settle'
    ? { ...command, ...texts, remark: plainRemark }
    : { ...command, ...texts }
}

/** The result for ending a hold while the database is unavailable. */
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

/** Releases the hold in case its commit succeeded but the confirmation was lost. */
export const voidOf = (hold: Hold): Void => ({
  kind: 'void',
  hold: hold.id,
  reason: 'the database went away while the hold was made',
  expired: false,
  usage: null,
  tallies: [],
  at: hold.at,
})
