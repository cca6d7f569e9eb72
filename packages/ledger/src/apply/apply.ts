import type { Command, Result } from '../command.ts'
import { Draft } from './draft.ts'
import { applyExtend, applyHold } from './apply-hold.ts'
import { applyAllow, applyMove } from './apply-move.ts'
import { applyRefund } from './apply-refund.ts'
import { applySettle, applyVoid } from './apply-settle.ts'
import type { Changes, LedgerState } from '../state.ts'

/**
 * Applies commands to balances and returns the results and the rows to write. Pure: no database, no clock. Each command
 * sees the effects of those before it. A refused command changes nothing and does not fail its neighbours. `state` must
 * contain every account, hold and operation that the commands name.
 */
export function apply(
  state: LedgerState,
  commands: readonly Command[],
): { readonly results: readonly Result[]; readonly changes: Changes } {
  const draft = new Draft(state)
  const results = commands.map((command) => applyOne(draft, command))
  return { results, changes: draft.changes() }
}

function applyOne(draft: Draft, command: Command): Result {
  switch (command.kind) {
    case 'hold':
      return applyHold(draft, command)
    case 'extend':
      return applyExtend(draft, command)
    case 'settle':
      return applySettle(draft, command)
    case 'void':
      return applyVoid(draft, command)
    case 'allow':
      return applyAllow(draft, command)
    case 'credit':
    case 'grant':
    case 'adjust':
      return applyMove(draft, command)
    case 'refund':
      return applyRefund(draft, command)
  }
}
