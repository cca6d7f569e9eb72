import { describe, expect, it } from 'vitest'
import { entryOf, menu, menuFor } from './menu.ts'

/** Specification §2, with its administrator flags. */
const specified = [
  ['playcards', 'user'],
  ['dashboard', 'user'],
  ['analytics', 'admin'],
  ['channel', 'admin'],
  ['token', 'user'],
  ['log', 'user'],
  ['playground', 'user'],
  ['redemption', 'admin'],
  ['topup', 'user'],
  ['midjourney', 'user'],
  ['task', 'admin'],
  ['user', 'admin'],
  ['profile', 'user'],
  ['pricing', 'admin'],
  ['model_price', 'user'],
  ['payment', 'admin'],
  ['setting', 'admin'],
  ['telegram', 'admin'],
]

describe('menu', () => {
  it('has the entries of the specification in its order, with its access', () => {
    expect(menu.map((entry) => [entry.id, entry.access])).toEqual(specified)
  })

  it('leads each entry to its panel route', () => {
    for (const entry of menu) expect(entry.url).toBe(`/panel/${entry.id}`)
  })

  it('shows administrators’ entries from role 10 on', () => {
    expect(menuFor(9).some((entry) => entry.access === 'admin')).toBe(false)
    expect(menuFor(10).some((entry) => entry.id === 'channel')).toBe(true)
  })

  it('shows no screen that is not built', () => {
    expect(menuFor(100).every((entry) => entry.built)).toBe(true)
  })

  it('finds the entry of a path', () => {
    expect(entryOf('/panel/token')?.id).toBe('token')
    expect(entryOf('/panel/tokens')).toBeUndefined()
  })
})
