import type { WriteContext } from '../../domain/pricing/price-writer.ts'
import type { SignedCall } from '../call.ts'

/** The author and the time of a price change. */
export const priceContext = ({ caller, parts }: SignedCall): Omit<WriteContext, 'cause'> => ({
  actor: { id: caller.id, name: caller.username },
  at: parts.clock.now(),
})
