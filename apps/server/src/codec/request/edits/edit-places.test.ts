import { array, assert as check, constantFrom, jsonValue, nat, property } from 'fast-check'
import { expect, it } from 'vitest'
import { editPlaces } from './edit-places.ts'

const edited = (text: string, ...edits: Parameters<typeof editPlaces>[1]): string =>
  editPlaces(Buffer.from(text), edits).toString()

it('changes the places and no other byte', () => {
  const text =
    '{ "a" : 1.0,\n"b":[ {"c":1.0, "d" : "x"} , 2.50,[],{} ], "seed":12345678901234567890 }'
  expect(edited(text)).toBe(text)
  expect(edited(text, { place: ['b', 0, 'd'], value: 'ü"' })).toBe(text.replace('"x"', '"ü\\""'))
  expect(edited(text, { place: ['b', 0] })).toBe(text.replace('{"c":1.0, "d" : "x"} , ', ''))
  expect(edited(text, { place: ['b', 1] })).toBe(text.replace(' , 2.50', ''))
  expect(edited(text, { place: ['b', 3] })).toBe(text.replace(',{}', ''))
  expect(edited(text, { place: ['b', 0, 'c'] })).toBe(text.replace('"c":1.0, ', ''))
  expect(edited(text, { place: ['seed'] })).toBe(text.replace(/, "seed":\d+/, ''))
  const all = [0, 1, 2, 3].map((index) => ({ place: ['b', index] }))
  expect(edited(text, ...all)).toBe(text.replace(/"b":\[.*\]/, '"b":[ ]'))
  const some = [{ place: ['b', 0, 'd'] }, { place: ['b', 1] }, { place: ['a'] }]
  expect(edited(text, ...some)).toBe('{ "b":[ {"c":1.0},[],{} ], "seed":12345678901234567890 }')
})

it('knows nothing of places that are not there', () => {
  const text = '{"a":[1],"b":"x"}'
  expect(edited(text, { place: ['c', 0] }, { place: ['a', 4] }, { place: ['d'] })).toBe(text)
})

it('does to any list what it does to the parsed one', () => {
  // No backslash: see body-edit.test.ts.
  const entry = jsonValue({ stringUnit: constantFrom('a', '"', '{', '}', '[', ']', ',', ':', 'é') })
  check(
    property(array(entry), array(nat(6)), nat(3), (list, gone, space) => {
      const text = JSON.stringify({ before: 1, list, after: 2 }, null, space)
      const out = edited(text, ...gone.map((index) => ({ place: ['list', index] })))
      const kept = list.filter((_, index) => !gone.includes(index))
      expect(JSON.parse(out)).toEqual(
        JSON.parse(JSON.stringify({ before: 1, list: kept, after: 2 })),
      )
    }),
  )
})
