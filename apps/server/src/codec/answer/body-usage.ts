import { dialects } from '@posthouse/llm/dialects'
import type { Reported } from '../../charging/reported.ts'
import { bufferOf } from '../../lib/bytes.ts'
import type { BodyWorkers } from '../body-workers.ts'
import { usageEventOf } from './event-watch.ts'
import type { PricedBody } from './with-cost.ts'
import type { Counted } from './with-usage.ts'

type Told = Omit<Reported, 'absurd'>

/** The place in the bytes of an answer. */
type Bodies = Pick<BodyWorkers, 'compute'>

/** A whole answer as it came but for its usage, which is counted by us and says so. */
export function bodyWithUsage(
  bodies: Bodies,
  { body, dialect }: Omit<Counted, 'usage'>,
  told: Told,
): Promise<Buffer> {
  const usage = dialects[dialect].usageFields({ ...usageEventOf(told), counted: true })
  return written(bodies, { body, dialect, usage })
}

/** The same with its cost. */
export const bodyWithCost = async (bodies: Bodies, priced: PricedBody): Promise<Buffer> =>
  bufferOf(await bodies.compute('withCost', priced, priced.body.length))

const written = async (bodies: Bodies, counted: Counted): Promise<Buffer> =>
  bufferOf(await bodies.compute('withUsage', counted, counted.body.length))
