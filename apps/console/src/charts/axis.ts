/** What the numbers of a measure are counted in. */
export type Unit = {
  /** So many of the measure's whole units are one on the axis. */
  readonly size: number
  /** Stands before each number. */
  readonly sign: string
}

/** The value axis of a chart. It begins with zero. */
export type Axis = {
  readonly ticks: readonly number[]
  readonly end: number
  /** A tick in words, all with the same number of decimals. */
  readonly format: (value: number) => string
}

/** An axis has no more intervals than this. */
const intervalsMax = 5

const scales = [
  [1e9, 'B'],
  [1e6, 'M'],
  [1e4, 'k'],
] as const

/** Round ticks (1, 2 or 5 times a power of ten) that hold the largest value. */
export function axisOf(most: number, unit: Unit): Axis {
  const shown = most / unit.size
  if (shown <= 0) return { ticks: [0], end: 1, format: () => `${unit.sign}0` }
  // A whole unit cannot be halved.
  const step = Math.max(roundStep(shown / intervalsMax), 1 / unit.size)
  const count = Math.max(1, Math.ceil(shown / step - 1e-9))
  const [from, suffix] = scales.find(([least]) => count * step >= least) ?? [1, '']
  const scale = from === 1e4 ? 1e3 : from
  const places = Math.max(0, -Math.floor(Math.log10(step / scale) + 1e-9))
  return {
    ticks: Array.from({ length: count + 1 }, (_, at) => at * step * unit.size),
    end: count * step * unit.size,
    format: (value) =>
      value === 0 && scale !== 1
        ? `${unit.sign}0`
        : `${unit.sign}${(value / unit.size / scale).toFixed(places)}${suffix}`,
  }
}

function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least))
  return ([1, 2, 5].find((factor) => factor * power >= least * (1 - 1e-9)) ?? 10) * power
}
