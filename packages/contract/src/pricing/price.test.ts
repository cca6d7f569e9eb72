import { describe, expect, test } from 'vitest'
import { PriceInput } from './price.ts'

const day = 86_400
const later = 20_400 * day

const faults = (
  lines: readonly object[],
  fields: { readonly type?: string; readonly input?: string } = {},
): string[] => {
  const plain = { model: 'm', type: 'tokens', channel_type: 0, input: '1', output: '1' }
  const read = PriceInput.safeParse({ ...plain, ...fields, lines })
  return (read.error?.issues ?? []).map(({ path, message }) => `${path.join('.')} ${message}`)
}

describe('two lines for the same conditions are refused', () => {
  const line = { bucket: 'call', amount_micro: '1' }
  test.each([
    [{ tier: 'flex' }, { tier: 'ON_DEMAND_FLEX' }],
    [{ tier: 'SERVICE_TIER_PRIORITY' }, { tier: 'Priority' }],
    [{ attributes: { size: '1024x1024' } }, { attributes: { size: '01024X1024' } }],
    [
      { attributes: { size: '1x1', quality: 'hd' } },
      { attributes: { quality: 'HD', size: '1x1' } },
    ],
  ])('%j and %j', (one, other) => {
    const twice = [
      { ...line, ...one },
      { ...line, ...other },
    ]
    expect(faults(twice)).toEqual(['lines.1 price.kind-twice'])
    expect(faults(twice.map((each) => ({ ...each, from: later })))).toEqual([
      'lines.1.from price.from-twice',
    ])
    expect(
      faults([
        { ...line, ...one, from: later },
        { ...line, ...other },
      ]),
    ).toEqual([])
  })
})

describe('kinds of a call with prices need a price of all others', () => {
  const kind = { bucket: 'call', amount_micro: '5', attributes: { size: 'a' } }
  const base = (amount_micro: string, dates: object) => ({ bucket: 'call', amount_micro, ...dates })
  const times = (lines: readonly object[], input = '1') => faults(lines, { type: 'times', input })

  test.each([
    ['from the beginning', [kind], '0', ['input price.call-other']],
    [
      'from a day',
      [kind, base('0', { from: later })],
      '1',
      ['lines.1.amount_micro price.call-other'],
    ],
    [
      'from a day until another',
      [kind, base('00', { from: later, until: later + day })],
      '1',
      ['lines.1.amount_micro price.call-other'],
    ],
    [
      'once the kind has a price',
      [{ ...kind, from: later + day }, base('0', { from: later })],
      '1',
      ['lines.1.amount_micro price.call-other'],
    ],
    ['not where they have one', [kind, base('7', { from: later })], '1', []],
    [
      'not where they had one again before the kind had',
      [
        { ...kind, from: later + day },
        base('0', { from: later }),
        base('7', { from: later + day }),
      ],
      '1',
      [],
    ],
    ['not where the kinds are free too', [{ ...kind, amount_micro: '0' }], '0', []],
  ])('%s', (_when, lines, input, expected) => {
    expect(times(lines, input)).toEqual(expected)
  })
})

test('an amount has as many digits as the greatest multiplier needs', () => {
  const most = '9'.repeat(18)
  expect(faults([{ bucket: 'call', amount_micro: most }])).toEqual([])
  expect(faults([{ bucket: 'call', amount_micro: `${most}9` }])).toEqual([
    'lines.0.amount_micro field.whole',
  ])
  expect(faults([{ bucket: 'cache_write_1h', amount_micro: '1999999999999998' }])).toEqual([])
  expect(faults([{ bucket: 'cache_write_1h', amount_micro: '19999999999999980' }])).toEqual([
    'lines.0.amount_micro field.whole',
  ])
})
