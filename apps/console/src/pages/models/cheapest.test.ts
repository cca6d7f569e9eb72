import type { CatalogueModel } from '@posthouse/contract/catalogue'
import { expect, test } from 'vitest'
import { cheapest } from './cheapest.ts'

const model = (name: string, more: Partial<CatalogueModel>): CatalogueModel =>
  ({
    name,
    available: true,
    input: null,
    output_price: null,
    call: null,
    lines: [],
    ...more,
  }) as unknown as CatalogueModel

test('the cheapest by input and output together comes first', () => {
  const models = [
    model('a', { input: '1', output_price: '9' }),
    model('b', { input: '3', output_price: '4' }),
  ]
  expect(cheapest(models)?.name).toBe('b')
})

test('one that cannot be called now is only named where there is no other', () => {
  const free = model('free', { available: false, input: '0', output_price: '0' })
  expect(cheapest([free, model('dear', { call: '3' })])?.name).toBe('dear')
  expect(cheapest([free])?.name).toBe('free')
  expect(cheapest([])).toBeUndefined()
})

test('models of one price are in the order of their names', () => {
  expect(cheapest([model('b', { call: '1' }), model('a', { call: '1' })])?.name).toBe('a')
})
