import type { Transaction } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { NounFacts } from '../../domain/noun/noun.ts'
import type { NounCall } from './asking.ts'

/** Runs a write of the caller's rows, and renews what this node and others hold of them in memory. */
export function writeNoun<Result>(
  { held }: Pick<NounFacts, 'held'>,
  { caller, parts }: NounCall,
  write: (transaction: Transaction<Tables>) => Promise<Result>,
): Promise<Result> {
  switch (held) {
    case 'configuration':
      return parts.snapshot.change(write)
    case 'keys':
      return parts.snapshot.changeIdentity(write, () => parts.keys.dropUser(caller.id))
    // Many may be changed at once, and other nodes forget everything as well.
    case 'accounts':
      return parts.snapshot.changeIdentity(write, () => parts.keys.clear())
    case 'nothing':
      return parts.db.transaction().execute(write)
  }
}
