import { describe, expect, it } from 'vitest'
import { plainChannel } from './testing/plain-channel.ts'
import { turnsOf } from './turns.ts'

const key = { id: 1n, secret: 's', enabled: true }
const channels = [
  { ...plainChannel, id: 1n, priority: 5, weight: 3, groups: ['a'], models: ['m'], keys: [key] },
  { ...plainChannel, id: 2n, priority: 5, weight: 1, groups: ['b'], models: ['m'], keys: [key] },
  { ...plainChannel, id: 3n, priority: 1, groups: ['a'], models: ['m*'], keys: [key] },
  { ...plainChannel, id: 4n, priority: 9, enabled: false, keys: [key] },
  { ...plainChannel, id: 5n, priority: 1, keys: [{ ...key, enabled: false }] },
]

describe('the turn of a channel', () => {
  it('is that of its priority, and its share that of its weight', () => {
    const turns = turnsOf(channels)
    expect([1n, 2n, 3n].map((id) => turns.shareOf(id))).toEqual([0.75, 0.25, 1])
    expect([9, 5, 1].map((priority) => turns.turnOf(priority))).toEqual(['never', 'first', 'later'])
  })

  it('is none when it or all of its keys are disabled', () => {
    const turns = turnsOf(channels)
    expect([4n, 5n].map((id) => turns.shareOf(id))).toEqual([null, null])
  })

  it('looks only at those that serve a group and have a model', () => {
    expect(turnsOf(channels, { group: 'a', model: '' }).shareOf(1n)).toBe(1)
    const turns = turnsOf(channels, { group: 'b', model: 'm' })
    expect([turns.shareOf(1n), turns.shareOf(2n), turns.turnOf(1)]).toEqual([null, 1, 'never'])
  })

  it('of no channel is never', () => {
    expect(turnsOf([]).turnOf(0)).toBe('never')
  })
})
