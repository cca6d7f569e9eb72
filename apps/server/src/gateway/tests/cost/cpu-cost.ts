/** The cost of a run of a function, in microseconds of this thread's processor time. */
function cpuCost(run: () => unknown): number {
  const before = process.threadCpuUsage()
  run()
  const { user, system } = process.threadCpuUsage(before)
  return user + system
}

/** Below this the clock, the compiler and the collector are louder than what is measured. */
const measurableMicros = 20_000
/** Twice as much may cost so much more. */
const ratioMax = 2.5
const runsMost = 6
const sizeLeast = 2_500

/** A piece of work in a size: made first, measured then. */
export type Work = (size: number) => () => unknown

/**
 * The cost of twice the size, at best, by that of once. Noise only ever adds, so that it is asked again as long as
 * the answer is above what is allowed; and where tables outgrow a cache one doubling costs more, so that the next is asked as
 * well. 1 where even the largest size is too cheap to be measured.
 */
export function growth(work: Work, sizeMost: number): number {
  const { size, cost } = measurable(work, sizeMost)
  if (cost < measurableMicros) return 1
  let ratio = doubling(work, size)
  for (const again of [2 * size, size, 2 * size]) {
    if (ratio <= ratioMax) break
    ratio = Math.min(ratio, doubling(work, again))
  }
  return ratio
}

function doubling(work: Work, size: number): number {
  const [small, large] = [work(size), work(2 * size)]
  let [smallest, largest] = [cpuCost(small), cpuCost(large)]
  for (let run = 1; run < runsMost && largest > ratioMax * smallest; run += 1) {
    // In turns, so that a busy machine is busy for both.
    smallest = Math.min(smallest, cpuCost(small))
    largest = Math.min(largest, cpuCost(large))
  }
  // Once it is compiled, twice the size may be too cheap as well.
  return largest < measurableMicros ? 1 : largest / smallest
}

function measurable(
  work: Work,
  sizeMost: number,
): { readonly size: number; readonly cost: number } {
  let size = sizeLeast
  for (;;) {
    const run = work(size)
    // Three times: the first ones are the compiler's.
    const cost = Math.min(cpuCost(run), cpuCost(run), cpuCost(run))
    if (cost >= measurableMicros || size >= sizeMost) return { size, cost }
    size *= 2
  }
}
