import { expect, test } from 'vitest'
import { linesFromText, linesText } from './lines-text.ts'
import { readPriceCsv } from './read-price-csv.ts'

const unit = 'token' as const
const dollars_per_million = '0'

test('lines are the same as text and back', () => {
  const lines = [
    { bucket: 'cache_read', amount_micro: '250000' },
    { bucket: 'output', amount_micro: '3750000', tier: 'flex', from_input_tokens: 200_001 },
    {
      bucket: 'call',
      amount_micro: '40000000000',
      attributes: { quality: 'hd', size: '1792x1024' },
    },
    { bucket: 'second', amount_micro: '35833334' },
    { bucket: 'input', amount_micro: '750000', from: 1_798_761_600, until: 1_803_859_200 },
    { bucket: 'input', amount_micro: '1500000', tier: 'flex', from: 1_803_859_200 },
    { bucket: 'reasoning', amount_micro: '1', until: 1_803_859_200 },
  ] as const
  const text = linesText(lines.map((line) => ({ ...line, unit, dollars_per_million })))
  expect(text).toBe(
    'cache_read 0.25; output @flex >=200001 3.75; call quality=hd size=1792x1024 40000; second 35.833334; ' +
      'input 2027-01-01..2027-03-01 0.75; input @flex 2027-03-01.. 1.5; reasoning ..2027-03-01 0.000001',
  )
  expect(linesFromText(text)).toEqual(lines)
})

test.each([
  'output',
  'output x',
  'output -1',
  'output =a 1',
  'output 1 2 3',
  'call 0.1234567',
  'input 2027-02-30.. 1',
  'input 2027-13-01..2028-01-01 1',
  'input 2027-01-01.. 2028-01-01.. 5',
  'input 2027-01-01.. ..2028-01-01 5',
  'input @flex @priority 5',
  'input >=5 >=6 5',
  'call size=a size=b 5',
  'call __proto__=a 5',
])('%s is no line', (text) => {
  expect(linesFromText(text)).toBeNull()
})

test('a file is read by the names of its columns, and what is no price is skipped', () => {
  const file = [
    'Model,type,supplier,output,input,lines',
    "'@cf/model,tokens,Cloudflare AI,2,1,",
    'dall-e-3,times,openai,0,20,call quality=hd 40000',
    'free-by-mistake,times,OpenAI,0,0,call quality=hd 40000',
    'bad,tokens,OpenAI,1,minus,',
    'worse,tokens,OpenAI,1,1,words x',
    'lines,tokens,OpenAI,1,1,unknown 1',
  ].join('\r\n')
  expect(readPriceCsv(file)).toEqual({
    prices: [
      { model: '@cf/model', type: 'tokens', channel_type: 35, input: '1', output: '2', lines: [] },
      {
        model: 'dall-e-3',
        type: 'times',
        channel_type: 1,
        input: '20',
        output: '0',
        lines: [{ bucket: 'call', amount_micro: '40000000000', attributes: { quality: 'hd' } }],
      },
    ],
    skipped: ['free-by-mistake', 'bad', 'worse', 'lines'],
  })
  expect(readPriceCsv('a,b\n1,2')).toBeNull()
})

test('a model with two rows is skipped, and a file with two columns of one name is none', () => {
  const file = ['model,type,input,output', 'a,tokens,1,1', 'b,tokens,1,1', 'a,tokens,2,1']
  const read = readPriceCsv(file.join('\n'))
  expect(read?.prices.map(({ model }) => model)).toEqual(['b'])
  expect(read?.skipped).toEqual(['a', 'a'])
  expect(readPriceCsv('model,type,input,input_multiplier,output\na,tokens,1,2,1')).toBeNull()
})

test('the greatest multiplier of a call and of its kinds comes back from its text', () => {
  const most = '999999999.999999'
  const file = `model,type,input,output,lines\na,times,${most},0,call size=a ${most.replace('.', '000.')}`
  expect(readPriceCsv(file)).toMatchObject({
    prices: [{ input: most, lines: [{ amount_micro: '999999999000999999' }] }],
    skipped: [],
  })
})
