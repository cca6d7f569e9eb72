import { expect, it } from 'vitest'
import { namesOf } from './confirm.ts'

const names = Array.from({ length: 60 }, (_, index) => `relay ${index}`)

it('names the first few and counts the others', () => {
  expect(namesOf(names.slice(0, 3), 3, 'delete')).toEqual({ names: names.slice(0, 3), more: 0 })
  expect(namesOf(names.slice(0, 10), 50, 'delete')).toEqual({ names: names.slice(0, 5), more: 45 })
})

it('asks for the word from more than fifty on', () => {
  expect(namesOf(names, 51, 'delete').word).toBe('delete')
  expect(namesOf(names, 50, 'delete').word).toBeUndefined()
})
