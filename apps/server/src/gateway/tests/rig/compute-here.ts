import type { BodyWorkers } from '../../off-loop/body-workers.ts'
import { computations } from '../../off-loop/computations.ts'

/** For tests and benchmarks without threads. */
export const computeHere: BodyWorkers['compute'] = async (name, input) => computations[name](input)
