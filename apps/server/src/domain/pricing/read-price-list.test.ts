import { describe, expect, it } from 'vitest'
import { readPriceList } from './read-price-list.ts'

const row = { model: 'm', type: 'tokens', channel_type: 1, input: 1.25, output: 5 }

describe('a list of this family', () => {
  it.each([
    ['an array', [row]],
    ['below data', { success: true, data: [row] }],
  ])('%s', (_what, json) => {
    expect(readPriceList(json)).toEqual({
      prices: [{ ...row, input: '1.25', output: '5' }],
      skipped: [],
    })
  })

  it('has ratios of further meters', () => {
    const extra_ratios = {
      cached_read_tokens: 0.1,
      cached_write_tokens: 1.25,
      output_audio_tokens: 4,
    }
    expect(readPriceList([{ ...row, extra_ratios }])?.prices[0]?.lines).toEqual([
      { bucket: 'cache_read', amount_micro: '125000' },
      { bucket: 'cache_write_5m', amount_micro: '1562500' },
      { bucket: 'audio_out', amount_micro: '20000000' },
    ])
  })

  it('skips what cannot be a price, and takes a supplier that is not known here', () => {
    const bad = [
      { ...row, model: 'a', type: 'seconds' },
      { ...row, model: 'b', input: -1 },
      { ...row, model: '*' },
      'text',
    ]
    const strange = { ...row, model: 'strange', channel_type: 7777 }
    const read = readPriceList([...bad, strange])
    expect(read?.skipped).toEqual(['a', 'b', '*', ''])
    expect(read?.prices).toMatchObject([{ model: 'strange', channel_type: 0 }])
  })
})

describe('models.dev', () => {
  const provider = (models: object) => ({ id: 'x', name: 'X', models })

  it('has dollars for a million tokens', () => {
    const json = {
      anthropic: provider({
        'claude-x': {
          id: 'claude-x',
          cost: { input: 3, output: 15, cache_read: 0.3, cache_write: 3.75 },
        },
        'no-price': { id: 'no-price' },
      }),
    }
    expect(readPriceList(json)).toEqual({
      prices: [
        {
          model: 'claude-x',
          type: 'tokens',
          channel_type: 14,
          input: '1.5',
          output: '7.5',
          lines: [
            { bucket: 'cache_read', amount_micro: '150000' },
            { bucket: 'cache_write_5m', amount_micro: '1875000' },
          ],
        },
      ],
      skipped: [],
    })
  })

  it('has a model of many providers, of which its maker’s counts', () => {
    const json = {
      openrouter: provider({ 'gpt-x': { cost: { input: 9, output: 9 } } }),
      openai: provider({ 'gpt-x': { cost: { input: 1, output: 2 } } }),
      unknown: provider({ other: { cost: { input: 1, output: 2 } } }),
    }
    expect(readPriceList(json)?.prices).toMatchObject([
      { model: 'gpt-x', channel_type: 1, input: '0.5', output: '1' },
    ])
  })
})

it.each([null, 'text', 7, [], {}, { data: [] }, [1, 2], { error: 'not found' }, '<html>'])(
  '%j is no list',
  (json) => {
    expect(readPriceList(json)).toBeNull()
  },
)
