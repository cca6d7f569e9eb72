/** Where the plot lies in its box, in pixels: the axes stand in what is left of it. */
export const plotFrame = { height: 240, left: 72, right: 28, top: 12, bottom: 28 } as const

/** Places of the steps across a box of some width. */
export function positionsIn(width: number, count: number): readonly number[] {
  const inner = Math.max(0, width - plotFrame.left - plotFrame.right)
  if (count === 1) return [plotFrame.left + inner / 2]
  return Array.from({ length: count }, (_, place) => plotFrame.left + (inner * place) / (count - 1))
}

/** How high a value stands, from the top of the box. */
export function heightOf(value: number, most: number): number {
  const inner = plotFrame.height - plotFrame.top - plotFrame.bottom
  return plotFrame.top + inner * (1 - value / most)
}

/** The end of an axis that begins with zero: a round figure a little above the largest value. */
export function axisEnd(values: readonly number[]): number {
  const most = values.reduce((largest, value) => Math.max(largest, value), 0)
  if (most <= 0) return 1
  const power = 10 ** Math.floor(Math.log10(most))
  const round = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10].find((step) => step * power >= most) ?? 10
  return round * power
}
