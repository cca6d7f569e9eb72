import type { Line } from './chart-data.ts'

/** What is taken: from where it began to where it is. Equal: a step. */
export type Brush = { readonly anchor: number; readonly cursor: number }

export const stretchOf = ({ anchor, cursor }: Brush) => ({
  from: Math.min(anchor, cursor),
  to: Math.max(anchor, cursor),
})

type Key = { readonly key: string; readonly shiftKey: boolean }

/** Where a key leads; null for a key that leads nowhere. Shift stretches, without it the step moves. */
export function moved(brush: Brush | null, { key, shiftKey }: Key, count: number): Brush | null {
  const at = brush?.cursor ?? 0
  const steps: Readonly<Record<string, number>> = {
    ArrowRight: brush === null ? 0 : 1,
    ArrowUp: brush === null ? 0 : 1,
    ArrowLeft: -1,
    ArrowDown: -1,
    Home: -count,
    End: count,
  }
  const step = steps[key]
  if (step === undefined || count === 0) return null
  const cursor = Math.min(count - 1, Math.max(0, at + step))
  return { anchor: shiftKey ? (brush?.anchor ?? at) : cursor, cursor }
}

/** The step whose place on the axis is nearest. */
export function nearestPlace(positions: readonly number[], x: number): number {
  const distance = (place: number) => Math.abs((positions[place] ?? Infinity) - x)
  return positions.reduce((best, _, place) => (distance(place) < distance(best) ? place : best), 0)
}

/** The line whose part of a stack holds a value; null above it. All others and the period before have no rows of their own. */
export function lineAt(lines: readonly Line[], place: number, value: number): string | null {
  let below = 0
  for (const { key, values } of lines) {
    const here = values[place] ?? 0
    if (here > 0 && value >= below && value <= below + here) return key === '' ? null : key
    below += here
  }
  return null
}
