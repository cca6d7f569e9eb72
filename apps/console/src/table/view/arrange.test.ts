import { describe, expect, it } from 'vitest'
import { inOrder, moved, shownColumns } from './arrange.ts'

const columns = [
  { id: 'name', card: 'title' },
  { id: 'status' },
  { id: 'type', optional: true },
  { id: 'used', optional: true },
]
const ids = (list: readonly { readonly id: string }[]) => list.map(({ id }) => id).join(' ')

describe('inOrder', () => {
  it('is the natural order without a choice', () => {
    expect(ids(inOrder(columns, []))).toBe('name status type used')
  })

  it('follows the choice and keeps the title first', () => {
    expect(ids(inOrder(columns, ['used', 'name', 'type', 'status']))).toBe('name used type status')
  })

  it('puts what is new after its neighbour and forgets what is gone', () => {
    expect(ids(inOrder(columns, ['used', 'gone', 'status']))).toBe('name used status type')
  })
})

it('hides only what may be hidden', () => {
  const view = { order: [], hidden: ['status', 'used'] }
  expect(ids(shownColumns(columns, view))).toBe('name status type')
})

describe('moved', () => {
  it('changes places with the neighbour', () => {
    expect(moved(columns, 'type', -1)).toEqual(['name', 'type', 'status', 'used'])
    expect(moved(columns, 'type', 1)).toEqual(['name', 'status', 'used', 'type'])
  })

  it('stays within the list and behind the title', () => {
    expect(moved(columns, 'status', -1)).toEqual(['name', 'status', 'type', 'used'])
    expect(moved(columns, 'used', 1)).toEqual(['name', 'status', 'type', 'used'])
  })
})
