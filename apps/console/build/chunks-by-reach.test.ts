import { expect, it } from 'vitest'
import { fileOf, type Reach } from './chunks-by-reach.ts'

const nobody: Reach = {
  start: false,
  home: false,
  visit: false,
  panel: false,
  lists: 0,
  others: 0,
  part: false,
}
const lists = 30

it.each<[string, Partial<Reach>, string | null]>([
  ['what the console itself needs', { start: true, home: true, lists: 30 }, 'start'],
  ['what every public page needs', { home: true, visit: true }, 'home-visit'],
  ['what home shares with one list', { home: true, lists: 1 }, 'home-pages'],
  ['the frame of the panel', { panel: true }, 'panel'],
  ['what the frame shares with lists', { panel: true, lists: 30 }, 'panel-pages'],
  ['what half of the lists need', { lists: 15 }, 'lists'],
  ['what they share with a page of another kind', { lists: 15, others: 1 }, 'pages'],
  ['what they share with a dialog', { lists: 15, part: true }, null],
  ['what fewer need', { lists: 14, others: 9 }, null],
  ['what only dialogs need that come later', {}, null],
])('%s', (_, reach, file) => {
  expect(fileOf({ ...nobody, ...reach }, lists)).toBe(file)
})

it('makes no file for one list alone', () => {
  expect(fileOf({ ...nobody, lists: 1 }, 1)).toBe(null)
})

const places = ['home', 'visit', 'panel'] as const
const all: Reach[] = Array.from({ length: 16 }, (_, bits) => ({
  start: (bits & 8) !== 0,
  home: (bits & 1) !== 0,
  visit: (bits & 2) !== 0,
  panel: (bits & 4) !== 0,
  lists: 0,
  others: 0,
  part: false,
})).flatMap((reach) => [0, 1, 30].map((count) => ({ ...reach, lists: count })))

it('lets no place load what only another one reaches', () => {
  const foreign = all.filter((reach) => {
    const file = fileOf(reach, lists)
    if (file === null || file === 'start') return false
    return places.some((place) => file.split('-').includes(place) !== reach[place])
  })
  expect(foreign).toEqual([])
})
