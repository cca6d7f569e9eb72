import { createTheme } from '@mui/material/styles'
import { expect, it } from 'vitest'
import { cornerOf, radius } from './radius.ts'

it('rounds by kind, and never more than the surface beneath', () => {
  expect([cornerOf('control', 12), cornerOf('chip', 12)]).toEqual([8, 6])
  expect([cornerOf('control', 4), cornerOf('chip', 0)]).toEqual([4, 0])
  expect(radius('control')(createTheme({ shape: { borderRadius: 2 } }))).toBe('2px')
})
