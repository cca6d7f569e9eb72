import type { Asking } from '../../domain/noun/declaration.ts'
import type { ApiParts } from '../api-parts.ts'

/** The facts of a call that every noun needs: who calls, and the parts that hold rows. */
export type NounCall = {
  readonly caller: Asking['caller']
  readonly parts: Pick<ApiParts, 'db' | 'clock' | 'keys' | 'snapshot' | 'undo'>
}

export const askingOf = ({ caller, parts }: NounCall): Asking => ({
  caller,
  now: parts.clock.now(),
})
