import type { Cause } from '../../charging/usage-row.ts'
import type { Errand } from '../exchange.ts'

/** The cause that the charges of a request are accounted for by. */
export function causeOf({ incoming, surface, snapshot }: Errand, chargeId: string): Cause {
  const own = incoming.request.headers['x-request-id']
  return {
    chargeId,
    clientRequestId: typeof own === 'string' ? own : '',
    dialect: surface.name,
    sourceIp: incoming.address,
    bookRevision: snapshot.prices.revision,
  }
}
