import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { faults } from './faults.ts'

test('every fault would change its file, or make it', () => {
  const stale = faults.filter(({ file, edit }) => {
    const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
    return edit(text) === text
  })
  expect(stale.map(({ name }) => name)).toEqual([])
})
