import { describe, expect, it } from 'vitest'
import { CallNames } from './call-names.ts'
import { wordsIn } from '../scan/scan.ts'

const call = (fields: object, index = 0): object => ({ index, ...fields })
const made = (name: string, text: string): object => ({ function: { name, arguments: text } })
const frame = (...calls: object[]): string =>
  `data: ${JSON.stringify({ id: 'x', choices: [{ index: 0, delta: { tool_calls: calls } }] })}\n\n`

function namesIn(...frames: string[]): string[] {
  const names = new CallNames()
  return frames.flatMap((text) => names.of({ ends: [text.length] }, text))
}

describe('the names of calls in a stream', () => {
  it.each<[string, readonly string[], readonly string[]]>([
    ['with no arguments yet', [frame(call({ id: 'a', ...made('f', '') }))], ['f']],
    ['with all of them', [frame(call({ id: 'a', ...made('f', '{"x":1}') }))], ['f']],
    ['of a custom call', [frame(call({ id: 'a', custom: { name: 'f', input: 'x' } }))], ['f']],
    [
      'repeated beside every fragment',
      [frame(call({ id: 'a', ...made('f', '{') })), frame(call(made('f', '}')))],
      ['f'],
    ],
    [
      'repeated with its id',
      [frame(call({ id: 'a', ...made('f', '') })), frame(call({ id: 'a', ...made('f', '{}') }))],
      ['f'],
    ],
    [
      'of several calls in one frame',
      [frame(call({ id: 'a', ...made('f', '{}') }), call({ id: 'b', ...made('f', '{}') }, 1))],
      ['f', 'f'],
    ],
    [
      'of several calls in one place',
      [frame(call({ id: 'a', ...made('f', '{}') })), frame(call({ id: 'b', ...made('f', '{}') }))],
      ['f', 'f'],
    ],
    ['that are empty', [frame(call({ id: 'a', ...made('', '{}') }))], []],
  ])('count once: %s', (_, frames, names) => {
    expect(namesIn(...frames)).toEqual(names)
  })

  it('count where several frames come in one run', () => {
    const first = frame(call({ id: 'a', ...made('f', '{}') }))
    const second = frame(call({ id: 'b', ...made('g', '') }, 1))
    const ends = [first.length, first.length + second.length]
    expect(new CallNames().of({ ends }, first + second)).toEqual(['f', 'g'])
  })

  it('count with a call of old', () => {
    const delta = { function_call: { name: 'f', arguments: '{}' } }
    expect(namesIn(`data: ${JSON.stringify({ choices: [{ index: 0, delta }] })}\n\n`)).toEqual([
      'f',
    ])
  })
})

it.each<[string, object]>([
  ['before the arguments', made('f', '{}')],
  ['behind the arguments', { function: { arguments: '{"x":"y"}', name: 'f' } }],
  ['beside none', made('f', '')],
  ['of a custom call', { custom: { name: 'f', input: 'x' } }],
])('a name counts in a whole answer: %s', (_, fields) => {
  const answer = { choices: [{ message: { role: 'assistant', tool_calls: [call(fields)] } }] }
  expect(wordsIn(JSON.stringify(answer)).filter((said) => said === 'f')).toEqual(['f'])
  expect(wordsIn(JSON.stringify(answer, null, 2)).filter((said) => said === 'f')).toEqual(['f'])
})
