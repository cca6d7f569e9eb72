import { isTimeZone } from '@posthouse/contract/time-zone'
import { useSearchParams } from 'react-router'
import { readersTimeZone } from '../lib/time/format-time.ts'
import { isPreset, type PresetName, type RangeChoice } from './range.ts'

export type ChartState = {
  readonly choice: RangeChoice
  readonly zone: string
  readonly compare: boolean
  readonly by: string
  readonly measure: string
  readonly asTable: boolean
  /** Column of the legend, `-` before it for descending. */
  readonly legend: string
}

export type ChartChange = Partial<ChartState>

export type Chart = {
  readonly state: ChartState
  readonly change: (change: ChartChange) => void
}

type Defaults = { readonly preset: PresetName; readonly by: string; readonly measure: string }

/** What a chart shows, which is the address. What is not understood counts as not given. */
export function useChartState(defaults: Defaults): Chart {
  const [query, setQuery] = useSearchParams()
  return {
    state: readChart(query, defaults),
    change: (change) => {
      setQuery((current) => writeChart(current, change, defaults))
    },
  }
}

export function readChart(query: URLSearchParams, defaults: Defaults): ChartState {
  const zone = query.get('zone') ?? ''
  return {
    choice: choiceIn(query, defaults.preset),
    zone: isTimeZone(zone) ? zone : readersTimeZone(),
    compare: query.get('compare') === '1',
    by: query.get('by') ?? defaults.by,
    measure: query.get('measure') ?? defaults.measure,
    asTable: query.get('view') === 'table',
    legend: query.get('legend') ?? '',
  }
}

function choiceIn(query: URLSearchParams, preset: PresetName): RangeChoice {
  const from = Number(query.get('from') ?? '')
  const to = Number(query.get('to') ?? '')
  if (Number.isSafeInteger(from) && Number.isSafeInteger(to) && from > 0 && to >= from) {
    return { from, to }
  }
  const name = query.get('range')
  return { preset: isPreset(name) ? name : preset }
}

/** The address after a change: defaults are left out, parts of other owners stay. */
export function writeChart(
  query: URLSearchParams,
  change: ChartChange,
  defaults: Defaults,
): URLSearchParams {
  const next = new URLSearchParams(query)
  const put = (name: string, value: string | undefined, otherwise: string) => {
    if (value === undefined) return
    if (value === otherwise) next.delete(name)
    else next.set(name, value)
  }
  const { choice } = change
  if (choice !== undefined) {
    const preset = 'preset' in choice ? choice.preset : ''
    put('range', preset, preset === '' ? '' : defaults.preset)
    put('from', 'preset' in choice ? '' : String(choice.from), '')
    put('to', 'preset' in choice ? '' : String(choice.to), '')
  }
  put('zone', change.zone, readersTimeZone())
  put('compare', flag(change.compare, '1'), '')
  put('by', change.by, defaults.by)
  put('measure', change.measure, defaults.measure)
  put('view', flag(change.asTable, 'table'), '')
  put('legend', change.legend, '')
  return next
}

const flag = (on: boolean | undefined, text: string): string | undefined =>
  on === undefined ? undefined : on ? text : ''
