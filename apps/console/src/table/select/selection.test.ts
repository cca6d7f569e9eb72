import { describe, expect, it } from 'vitest'
import {
  asSelect,
  countOf,
  extend,
  isTicked,
  nothing,
  pageState,
  type PageRow,
  type Selection,
  tick,
  tickPage,
} from './selection.ts'

const page = (...ids: number[]): PageRow<number>[] => ids.map((id) => ({ id: `${id}`, row: id }))
const first = page(1, 2, 3, 4, 5)
const second = page(6, 7)
const empty: Selection<number> = nothing
const found: Selection<number> = { kind: 'found', count: 250 }
const ids = (selection: Selection<number>) =>
  selection.kind === 'rows' ? [...selection.rows.keys()].join('') : 'found'

describe('tick', () => {
  it('turns one row', () => {
    const once = tick(empty, first, '2', false)
    expect(ids(once)).toBe('2')
    expect(ids(tick(once, first, '2', false))).toBe('')
  })

  it('takes the range from the row before, in either direction', () => {
    const down = tick(tick(empty, first, '2', false), first, '4', true)
    expect(ids(down)).toBe('234')
    expect(ids(tick(tick(empty, first, '4', false), first, '2', true))).toBe('423')
    // The range becomes what the clicked row becomes.
    expect(ids(tick(down, first, '3', true))).toBe('2')
  })

  it('takes one row when the range began on another page', () => {
    expect(ids(tick(tick(empty, first, '2', false), second, '7', true))).toBe('27')
  })

  it('leaves the page when one row is taken out of everything', () => {
    expect(ids(tick(found, second, '6', false))).toBe('7')
  })
})

describe('the page', () => {
  it('is ticked and unticked as a whole, and keeps what other pages have', () => {
    const mixed = tick(tick(empty, first, '3', false), second, '6', false)
    expect(pageState(mixed, second)).toBe('some')
    const whole = tickPage(mixed, second)
    expect(ids(whole)).toBe('367')
    expect(pageState(whole, second)).toBe('all')
    expect(pageState(whole, first)).toBe('some')
    expect(ids(tickPage(whole, second))).toBe('3')
    expect(pageState(empty, second)).toBe('none')
  })

  it('holds nothing of everything found once it is unticked', () => {
    expect(ids(tickPage(found, first))).toBe('')
  })
})

it('grows by the keyboard', () => {
  expect(ids(extend(extend(empty, first, '2', '3'), first, '3', '4'))).toBe('234')
})

describe('everything found', () => {
  it('counts what was seen and holds every row', () => {
    expect(countOf(found)).toBe(250)
    expect(isTicked(found, 'any')).toBe(true)
  })

  it('crosses the wire as the filter, with the number that was seen', () => {
    const filters = { name: 'relay', status: '' }
    expect(asSelect(found, filters)).toEqual({ filter: { name: 'relay' }, expected: 250 })
    expect(asSelect(tickPage(empty, second), filters)).toEqual({ ids: [6, 7] })
  })
})
