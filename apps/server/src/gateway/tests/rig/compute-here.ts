import type { BodyWorkers } from '../../../codec/body-workers.ts'
import { computations } from '../../../codec/computations.ts'

/** For tests and benchmarks without threads. */
export const computeHere: BodyWorkers['compute'] = async (name, input) => computations[name](input)
