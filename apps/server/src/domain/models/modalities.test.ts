import { expect, test } from 'vitest'
import { modalitiesOf } from './modalities.ts'

test('a model gives what its operation gives, unless more is known of it', () => {
  const nothing = { in: null, out: null }
  expect(modalitiesOf(nothing, 'embed')).toEqual({
    input_modalities: [],
    output_modalities: ['vector'],
  })
  expect(modalitiesOf({ in: ['text'], out: ['text', 'image'] }, 'chat')).toEqual({
    input_modalities: ['text'],
    output_modalities: ['text', 'image'],
  })
})
