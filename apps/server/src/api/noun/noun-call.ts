import type { Transaction } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { CallerContext } from '../../domain/noun/declaration.ts'
import type { NounFacts } from '../../domain/noun/noun.ts'
import type { ApiParts } from '../api-parts.ts'

/** The part of a call that every noun needs: the caller, and the parts that hold rows. */
export type NounCall = {
  readonly caller: CallerContext['caller']
  readonly parts: Pick<ApiParts, 'db' | 'clock' | 'keys' | 'snapshot' | 'undo'>
}

export const askingOf = ({ caller, parts }: NounCall): CallerContext => ({
  caller,
  now: parts.clock.now(),
})

/** Writes rows and refreshes what the nodes hold of them in memory. */
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
    // A bulk change may touch many accounts, so every node drops all of them.
    case 'accounts':
      return parts.snapshot.changeIdentity(write, () => parts.keys.clear())
    case 'nothing':
      return parts.db.transaction().execute(write)
  }
}
