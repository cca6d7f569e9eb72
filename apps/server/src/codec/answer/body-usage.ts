import { dialects } from '@posthouse/llm/dialects'
import type { ReportedUsage } from '../../charging/reported-usage.ts'
import { bufferOf } from '../../lib/bytes.ts'
import type { BodyWorkers } from '../body-workers.ts'
import { usageEventOf } from './event-watch.ts'
import type { PricedBody } from './with-cost.ts'
import type { BodyWithUsage } from './with-usage.ts'

type UsageReport = Omit<ReportedUsage, 'absurd'>

type Bodies = Pick<BodyWorkers, 'compute'>

/** Replaces the usage in an answer by our count, marked as such. */
export function bodyWithUsage(
  bodies: Bodies,
  { body, dialect }: Omit<BodyWithUsage, 'usage'>,
  told: UsageReport,
): Promise<Buffer> {
  const usage = dialects[dialect].usageFields({ ...usageEventOf(told), counted: true })
  return written(bodies, { body, dialect, usage })
}

/** Adds the cost to the usage in an answer. */
export const bodyWithCost = async (bodies: Bodies, priced: PricedBody): Promise<Buffer> =>
  bufferOf(await bodies.compute('withCost', priced, priced.body.length))

const written = async (bodies: Bodies, counted: BodyWithUsage): Promise<Buffer> =>
  bufferOf(await bodies.compute('withUsage', counted, counted.body.length))
