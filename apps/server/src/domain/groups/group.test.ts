import { describe, expect, it } from 'vitest'
import { areGroups, groupsOpenTo, isOpenTo, type UserGroup } from './group.ts'

const group = (symbol: string, isPublic: boolean): [string, UserGroup] => [
  symbol,
  {
    symbol,
    name: symbol,
    ratioMillionths: 1_000_000n,
    requestsPerMinute: 0,
    public: isPublic,
  },
]
const groups = new Map([group('default', true), group('vip', false), group('svip', false)])

describe('who may choose a group', () => {
  it.each([
    ['default', 'vip', true],
    ['vip', 'vip', true],
    ['svip', 'vip', false],
    ['nobody knows it', 'vip', false],
    ['default', null, true],
    ['vip', null, false],
  ])('%s, for somebody of %s: %s', (symbol, own, open) => {
    expect(isOpenTo(groups, symbol, own)).toBe(open)
  })

  it('lists them in their order, without one’s own that is gone', () => {
    const open = (own: string) => groupsOpenTo(groups, own).map(({ symbol }) => symbol)
    expect(open('svip')).toEqual(['default', 'svip'])
    expect(open('gone')).toEqual(['default'])
  })
})

it('tells whether all groups of a list exist', () => {
  expect(areGroups(groups, [])).toBe(true)
  expect(areGroups(groups, ['vip', 'default'])).toBe(true)
  expect(areGroups(groups, ['vip', 'constructor'])).toBe(false)
})
