import type { Unit } from './axis.ts'
import { wallTime } from '../lib/time/zoned-time.ts'

export type ChartStep = 'minute' | 'hour' | 'day' | 'week' | 'month'

/** Figures by calendar step; `Values` is whatever the server sums. */
export type ChartData<Values> = {
  readonly step: ChartStep
  /** Where each step begins, epoch seconds. */
  readonly starts: readonly number[]
  readonly series: readonly {
    /** Empty: all that have no series of their own. */
    readonly key: string
    readonly name: string
    readonly values: readonly Values[]
    readonly total: Values
  }[]
  readonly total: Values
}

/** One of the figures that a chart can show. */
export type Measure<Values> = {
  readonly id: string
  readonly label: string
  readonly of: (values: Values) => number
  readonly format: (value: number) => string
  /** For the numbers of one column: all with the same number of decimals. */
  readonly formatColumn: (values: readonly number[]) => (value: number) => string
  /** What the axis counts. */
  readonly unit: Unit
}

/** A series as it is drawn. */
export type Line = {
  readonly key: string
  readonly name: string
  readonly values: readonly number[]
  readonly total: number
}

export function linesOf<Values>(
  data: ChartData<Values>,
  measure: Measure<Values>,
  nameOf: (key: string, name: string) => string,
): readonly Line[] {
  return data.series.map(({ key, name, values, total }) => ({
    key,
    name: nameOf(key, name),
    values: values.map(measure.of),
    total: measure.of(total),
  }))
}

/** What all series come to in each step. */
export function totalsOf<Values>(
  data: ChartData<Values>,
  measure: Measure<Values>,
): readonly number[] {
  return data.starts.map((_, place) =>
    data.series.reduce((sum, { values }) => {
      const here = values[place]
      return here === undefined ? sum : sum + measure.of(here)
    }, 0),
  )
}

/** A step's own seconds within the span that was asked for, both included. */
export function bucketOf(
  starts: readonly number[],
  place: number,
  span: { readonly from: number; readonly to: number },
): { readonly from: number; readonly to: number } {
  const next = starts[place + 1]
  const from = Math.max(starts[place] ?? span.from, span.from)
  if (next !== undefined) return { from, to: span.to > 0 ? Math.min(next - 1, span.to) : next - 1 }
  return { from, to: span.to }
}

/** A step in words: as much of its beginning as its length deserves. */
export function stepText(start: number, step: ChartStep, timeZone: string): string {
  const wall = wallTime(start, timeZone)
  if (step === 'month') return wall.slice(0, 7)
  return step === 'day' || step === 'week' ? wall.slice(0, 10) : wall.slice(0, 16)
}

/** The same for the axis, where the year is known. */
export function tickText(start: number, step: ChartStep, timeZone: string): string {
  const text = stepText(start, step, timeZone)
  if (step === 'month') return text
  return step === 'day' || step === 'week' ? text.slice(5) : text.slice(11)
}

/** A chart has this many labels under its steps, where there is room. */
const labelsMax = { wide: 8, narrow: 4 } as const

/** Which steps have a label: those at round times. */
export function labelled(
  starts: readonly number[],
  step: ChartStep,
  timeZone: string,
  room: keyof typeof labelsMax,
): (place: number) => boolean {
  const most = labelsMax[room]
  const every = {
    minute: [1, 2, 5, 10, 15, 30, 60],
    hour: [1, 2, 3, 4, 6, 12, 24],
    day: [1, 2, 5, 10, 15, 30],
    week: [1, 2, 4, 8, 13, 26],
    month: [1, 2, 3, 4, 6, 12],
  }[step]
  const skip =
    every.find((count) => starts.length / count <= most) ?? Math.ceil(starts.length / most)
  if (step !== 'minute' && step !== 'hour')
    return (place) => (starts.length - 1 - place) % skip === 0
  const at = step === 'minute' ? 14 : 11
  return (place) => Number(wallTime(starts[place] ?? 0, timeZone).slice(at, at + 2)) % skip === 0
}

/** Change against the period before, in percent; undefined when there is nothing to compare with. */
export const changeInPercent = (now: number, before: number): number | undefined =>
  before === 0 ? undefined : Math.round(((now - before) / before) * 100)
