import { expect, it } from 'vitest'
import { fileNameIn } from './file-name.ts'

it('is what the server says', () => {
  expect(fileNameIn('attachment; filename="posthouse-log-2026-11-21.csv"')).toBe(
    'posthouse-log-2026-11-21.csv',
  )
})

it('leads nowhere else', () => {
  expect(fileNameIn('attachment; filename="../../x/y.csv"')).toBe('_.._x_y.csv')
  expect(fileNameIn('')).toBe('posthouse.csv')
})
