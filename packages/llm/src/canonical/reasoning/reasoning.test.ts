import { expect, test } from 'vitest'
import { budgetOf, effortOf, isOff, leastBudget } from './reasoning.ts'

const asked = (effort: string | null, budget: number | null) => ({ effort, budget, shown: null })

test('a number of tokens goes before a word', () => {
  expect(budgetOf(asked('low', 5_000), 10_000)).toBe(5_000)
  expect(effortOf(asked('low', 5_000))).toBe('low')
})

test('a word is a share of the output, and never less than a supplier takes', () => {
  expect(budgetOf(asked('low', null), 10_000)).toBe(2_000)
  expect(budgetOf(asked('medium', null), 10_000)).toBe(5_000)
  expect(budgetOf(asked('high', null), 10_000)).toBe(8_000)
  expect(budgetOf(asked('high', null), 100)).toBe(leastBudget)
})

test('a budget is the nearest word', () => {
  expect([0, 1_024, 4_096, 20_000].map((budget) => effortOf(asked(null, budget)))).toEqual([
    'none',
    'low',
    'medium',
    'high',
  ])
})

test('what nobody said stays unsaid', () => {
  expect(budgetOf(asked(null, null), 10_000)).toBeNull()
  expect(effortOf(asked(null, -1))).toBeNull()
  expect(budgetOf(asked('a new word', null), 10_000)).toBeNull()
})

test('thinking is off by word and by number', () => {
  expect(isOff(asked('none', null))).toBe(true)
  expect(isOff(asked(null, 0))).toBe(true)
  expect(isOff(asked('low', null))).toBe(false)
})
