import { describe, expect, it } from 'vitest'
import { type Channel, parseMapping } from './channel.ts'
import { modelDifference } from './model-difference.ts'

const channel = (models: readonly string[], mapping: object = {}): Channel => ({
  id: 1n,
  name: 'c',
  type: 8,
  enabled: true,
  groups: [],
  models,
  baseUrl: '',
  hasResponses: null,
  other: '',
  proxy: '',
  testModel: '',
  mapping: parseMapping(JSON.stringify(mapping)),
  headers: {},
  bodyParameters: {},
  plugin: {},
  chatOnly: false,
  preCost: 1,
  priority: 0,
  weight: 1,
  costMillionths: null,
  costPrices: {},
  keys: [],
})

describe('a channel against its supplier', () => {
  it('finds what is new, gone and the same', () => {
    expect(modelDifference(channel(['a', 'b']), ['b', 'c'])).toEqual({
      added: ['c'],
      gone: ['a'],
      same: 1,
    })
  })

  it('counts what a wildcard covers as served', () => {
    const one = channel(['gpt-*', 'old-*'])
    expect(modelDifference(one, ['gpt-1', 'gpt-2', 'x'])).toEqual({
      added: ['x'],
      gone: ['old-*'],
      same: 1,
    })
  })

  it('takes a mapped name for the one that is sent', () => {
    const one = channel(['fast', 'lost'], { fast: 'vendor/fast-1', lost: '+vendor/lost' })
    expect(modelDifference(one, ['vendor/fast-1', 'fast-x'])).toEqual({
      added: ['fast-x'],
      gone: ['lost'],
      same: 1,
    })
  })

  it('leaves out names that a channel cannot have', () => {
    const listed = ['a,b', 'x*', ' y', '', 'z'.repeat(201), 'good', 'good']
    expect(modelDifference(channel(['m']), listed).added).toEqual(['good'])
  })
})
