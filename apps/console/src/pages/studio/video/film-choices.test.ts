import { expect, test } from 'vitest'
import { filmChoices, isRemixable, shapeOf } from './film-choices.ts'

const model = (name: string, sizes: readonly string[] = []) => ({
  name,
  lines: sizes.map((size) => ({
    bucket: 'second' as const,
    unit: 'second' as const,
    attributes: { size },
    dollars: '1',
  })),
})

test('lengths and sizes are those of the family of the model', () => {
  expect(filmChoices(model('sora-2')).sizes).toEqual(['1280x720', '720x1280'])
  expect(filmChoices(model('sora-2-pro')).sizes).toContain('1024x1792')
  expect(filmChoices(model('veo-3.1-generate-preview'))).toMatchObject({ seconds: ['4', '6', '8'] })
  expect(filmChoices(model('kling-v2-master'))).toMatchObject({ seconds: ['5', '10'] })
})

test('a size with a price of its own is offered once', () => {
  const { sizes } = filmChoices(model('sandbox/video', ['1280x720', '1024x1024']))
  expect(sizes).toEqual(['1280x720', '720x1280', '1024x1024'])
})

test('suppliers without remixes are known by their models', () => {
  expect(['sora-2', 'sandbox/video', 'veo-3.0', 'kling-v1'].map(isRemixable)).toEqual([
    true,
    true,
    false,
    false,
  ])
  expect(['1280x720', '720x1280', '720x720'].map(shapeOf)).toEqual([
    'landscape',
    'portrait',
    'square',
  ])
})
