import { expect, it } from 'vitest'
import { fileOf, type Reach } from './chunks-by-reach.ts'

const nobody: Reach = { start: false, home: false, visit: false, panel: false, pages: 0 }
const pages = 30

it.each<[string, Partial<Reach>, string | null]>([
  ['what the console itself needs', { start: true, home: true, pages: 30 }, 'start'],
  ['what every public page needs', { home: true, visit: true }, 'home-visit'],
  ['what home shares with one list', { home: true, pages: 1 }, 'home-pages'],
  ['the frame of the panel', { panel: true }, 'panel'],
  ['what the frame shares with lists', { panel: true, pages: 30 }, 'panel-pages'],
  ['what half of the pages need', { pages: 15 }, 'pages'],
  ['what fewer need', { pages: 14 }, null],
  ['what only dialogs need that come later', {}, null],
])('%s', (_, reach, file) => {
  expect(fileOf({ ...nobody, ...reach }, pages)).toBe(file)
})

it('makes no file for a page of its own', () => {
  expect(fileOf({ ...nobody, pages: 1 }, 1)).toBe(null)
})

const places = ['home', 'visit', 'panel'] as const
const all: Reach[] = Array.from({ length: 16 }, (_, bits) => ({
  start: (bits & 8) !== 0,
  home: (bits & 1) !== 0,
  visit: (bits & 2) !== 0,
  panel: (bits & 4) !== 0,
  pages: 0,
})).flatMap((reach) => [0, 1, 30].map((count) => ({ ...reach, pages: count })))

it('lets no place load what only another one reaches', () => {
  const foreign = all.filter((reach) => {
    const file = fileOf(reach, pages)
    if (file === null || file === 'start') return false
    return places.some((place) => file.split('-').includes(place) !== reach[place])
  })
  expect(foreign).toEqual([])
})
