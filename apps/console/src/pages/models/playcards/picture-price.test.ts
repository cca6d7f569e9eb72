import type { CatalogueModel } from '@posthouse/contract/catalogue'
import { expect, test } from 'vitest'
import { pictureCost, pictureDollars, picturePrice } from './picture-price.ts'

type Line = Partial<CatalogueModel['lines'][number]>

const model = (...lines: Line[]): CatalogueModel => ({ name: 'm', lines }) as CatalogueModel

const textOf = (...lines: Line[]): string | null => {
  const price = picturePrice(model(...lines))
  return price === null ? null : pictureDollars(price)
}

test('a price by the picture is shown as it is, the lowest of several', () => {
  expect(textOf({ bucket: 'call', dollars: '0.04' })).toBe('$0.04')
  const two: Line[] = [
    { bucket: 'call', dollars: '0.167', attributes: { quality: 'high' } },
    { bucket: 'call', dollars: '0.0425', attributes: { quality: 'medium' } },
  ]
  expect(textOf(...two)).toBe('$0.0425')
  expect(picturePrice(model(...two))).toMatchObject({ varies: true, isEstimate: false })
})

test('a price by tokens becomes that of a picture of medium quality', () => {
  const input: Line = { bucket: 'input', dollars: '5' }
  expect(textOf(input, { bucket: 'output', dollars: '40' })).toBe('$0.042')
  expect(textOf({ bucket: 'output', dollars: '0.8' }, { bucket: 'image_out', dollars: '10' })).toBe(
    '$0.011',
  )
})

test('prices of other service tiers and of long inputs do not count', () => {
  expect(
    textOf(
      { bucket: 'call', dollars: '0.01', tier: 'flex' },
      { bucket: 'call', dollars: '0.02', from_input_tokens: 1_000 },
      { bucket: 'call', dollars: '0.03' },
    ),
  ).toBe('$0.03')
})

test('models without a price come last', () => {
  expect(textOf({ bucket: 'input', dollars: '5' })).toBeNull()
  expect(pictureCost(model())).toBe(Number.POSITIVE_INFINITY)
})
