import { expect, test } from 'vitest'
import { unitLine } from './price-lines.ts'
import { unitLineOf } from './price-words.ts'

const price = {
  id: 1,
  model: 'm',
  type: 'tokens' as const,
  channel_type: 1,
  input: '0',
  output: '0',
  source: '',
  origin: 'own' as const,
  locked: false,
  updated_time: 0,
}
const line = (amount_micro: string, from?: number) => ({
  bucket: 'character' as const,
  unit: 'character' as const,
  amount_micro,
  dollars_per_million: '',
  ...(from === undefined ? {} : { from }),
})
const farDay = 80_000 * 86_400

test('a line of a coming day is not what a model costs today', () => {
  const lines = [line('700'), line('5', farDay)]
  expect(unitLine({ ...price, lines })?.amount_micro).toBe('700')
  expect(unitLineOf(lines)?.amount_micro).toBe('700')
  expect(unitLineOf([line('5', farDay)])).toBeUndefined()
})

test('a line that has begun takes the place of the one before it', () => {
  const lines = [line('5'), line('700', 86_400)]
  expect(unitLine({ ...price, lines })?.amount_micro).toBe('700')
  expect(unitLineOf(lines)?.amount_micro).toBe('700')
})
