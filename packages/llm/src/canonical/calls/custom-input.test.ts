import { assert as check, array, boolean, nat, property, string } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { lastInput, moreInput, noInput, wholeInput } from './custom-input.ts'

/** The text that is heard of arguments in these fragments. */
function heard(fragments: readonly string[]): { readonly during: string; readonly all: string } {
  let progress = noInput
  let during = ''
  for (const fragment of fragments) {
    const more = moreInput(progress, fragment)
    progress = more.progress
    during += more.text
  }
  return { during, all: during + lastInput(progress) }
}

const cut = (text: string, places: readonly number[]): string[] => {
  const at = [0, ...places.map((place) => place % (text.length + 1)), text.length]
  const sorted = at.toSorted((a, b) => a - b)
  return sorted.slice(1).map((to, index) => text.slice(sorted[index], to))
}

const inAscii = (text: string): string =>
  text.replaceAll(
    /[\u0080-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

describe('the input of a custom tool', () => {
  test('is heard as it comes, wherever it is cut', () => {
    check(
      property(string({ unit: 'grapheme' }), array(nat()), boolean(), (input, places, isAscii) => {
        const written = JSON.stringify({ input })
        const text = isAscii ? inAscii(written) : written
        expect(heard(cut(text, places))).toEqual({ during: input, all: input })
        expect(wholeInput(text)).toBe(input)
      }),
    )
  })

  test('never has half of a character', () => {
    const { progress, text } = moreInput(noInput, '{"input":"a\\ud83d')
    expect(text).toBe('a')
    expect(moreInput(progress, '\\ude00"}').text).toBe('😀')
  })

  test('may have white space around it, and fields after it', () => {
    expect(heard([' {\n "input" : "a', 'b", "more": 1}'])).toEqual({ during: 'ab', all: 'ab' })
  })

  test('of another form is heard at the end', () => {
    expect(heard(['*** Begin', ' Patch']).all).toBe('*** Begin Patch')
    expect(heard(['{"patch":', '"a\\nb"}'])).toEqual({ during: '', all: 'a\nb' })
    expect(heard(['{"why":"b","input":"a"}']).all).toBe('a')
    expect(heard(['{"input":{"a":1}}']).all).toBe('{"input":{"a":1}}')
    expect(heard([]).all).toBe('')
    expect(heard(['{}']).all).toBe('')
  })

  test('is as long as it came, when it is cut off', () => {
    expect(heard(['{"input":"ab', 'c\\n']).all).toBe('abc\n')
  })

  test('has what is no escape as it is', () => {
    expect(heard(['{"input":"a\\d \\uzz', ' b\n"}']).all).toBe('a\\d \\uzz b\n')
  })
})
