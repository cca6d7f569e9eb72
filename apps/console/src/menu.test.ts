import { describe, expect, it } from 'vitest'
import { itemsOf, menu, menuFor, placeOf } from './menu.ts'
import { panelPages } from './routes/panel-pages.ts'

/** Specification §2, with its administrator flags. */
const specified = [
  ['playcards', false],
  ['dashboard', false],
  ['analytics', true],
  ['channel', true],
  ['token', false],
  ['log', false],
  ['playground', false],
  ['redemption', true],
  ['topup', false],
  ['midjourney', false],
  ['task', true],
  ['user', true],
  ['profile', false],
  ['pricing', true],
  ['model_price', false],
  ['payment', true],
  ['setting', true],
  ['telegram', true],
]

describe('menu', () => {
  it('has the entries of the specification in its order, with its access', () => {
    expect(itemsOf(menu).map((entry) => [entry.id, entry.isAdmin === true])).toEqual(specified)
  })

  it('leads each entry to its panel route', () => {
    for (const entry of itemsOf(menu)) expect(entry.url).toBe(`/panel/${entry.id}`)
  })

  it('shows administrators’ entries from role 10 on', () => {
    expect(itemsOf(menuFor(9)).some((entry) => entry.isAdmin === true)).toBe(false)
    expect(itemsOf(menuFor(10)).some((entry) => entry.id === 'channel')).toBe(true)
  })

  it('shows no screen that is not built, and no group without a screen', () => {
    const built = panelPages.map(({ path }) => `/panel/${path}`)
    for (const { url } of itemsOf(menuFor(100))) expect(built).toContain(url)
    for (const node of menuFor(1))
      expect(node.type === 'item' || node.children.length > 0).toBe(true)
  })

  it('finds the place of a path', () => {
    expect(placeOf('/panel/token')?.item.id).toBe('token')
    expect(placeOf('/panel/token')?.group.id).toBe('gateway')
    expect(placeOf('/panel/tokens')).toBeUndefined()
  })
})
