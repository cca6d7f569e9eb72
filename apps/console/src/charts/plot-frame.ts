/** Where the plot lies in its box, in pixels: the axes stand in what is left of it. */
export const plotFrame = { height: 240, left: 64, right: 16, top: 12, bottom: 28 } as const

/** The middles of the steps across a box of some width. */
export function positionsIn(width: number, count: number): readonly number[] {
  const inner = Math.max(0, width - plotFrame.left - plotFrame.right)
  return Array.from({ length: count }, (_, at) => plotFrame.left + (inner * (at + 0.5)) / count)
}

/** The value at a height that is counted from the top of the box. */
export function valueAt(y: number, end: number): number {
  const inner = plotFrame.height - plotFrame.top - plotFrame.bottom
  return end * (1 - (y - plotFrame.top) / inner)
}
