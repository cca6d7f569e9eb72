import { describe, expect, test } from 'vitest'
import { callMarkersIn, markerIn, withoutMarkers } from './markers.ts'

describe('markers', () => {
  test('are left out of the text', () => {
    expect(withoutMarkers('a [[sandbox: words=3]] cat [[x]]!')).toBe('a  cat !')
    expect(withoutMarkers('a [[cat')).toBe('a [[cat')
    expect(withoutMarkers('[[[[a]]]]')).toBe(']]')
  })

  test('the first whole one of a name is read', () => {
    expect(markerIn('[[sandbox: one] [[sandbox: two]] [[sandbox: three]]', 'sandbox')).toBe(' two')
    expect(markerIn('[[sandbox:', 'sandbox')).toBeNull()
    expect(markerIn('[[sandbox: a]', 'sandbox')).toBeNull()
  })

  test('a call ends behind its object', () => {
    const text = '[[sandbox-call: write {"a":[[1]],"b":{}} ]] and [[sandbox-call: other {}]]'
    expect(callMarkersIn(text)).toEqual([
      { name: 'write', arguments: '{"a":[[1]],"b":{}}' },
      { name: 'other', arguments: '{}' },
    ])
    expect(callMarkersIn('[[sandbox-call: write]] [[sandbox-call: write {"a":1}')).toEqual([])
  })

  test.each([
    '[[',
    '[[sandbox:',
    '[[sandbox-call: a {',
    '[[sandbox-call:',
    '[[a] ',
    '}',
    '} ',
    ']]',
  ])('a million characters of %j are read once', (beginning) => {
    const looked = counted()
    const text = beginning.repeat(Math.ceil(1_000_000 / beginning.length))
    try {
      for (const whole of [text, `${text}}]]`, `[[sandbox-call: a {${text}`]) {
        withoutMarkers(whole)
        markerIn(whole, 'sandbox')
        callMarkersIn(whole)
      }
    } finally {
      looked.restore()
    }
    expect(looked.characters()).toBeLessThan(20 * text.length)
  })
})

type Search = (this: string, searched: string, from?: number) => number

/** Counts the characters that searches walk over. */
function counted() {
  let characters = 0
  const own = Reflect.get(String.prototype, 'indexOf') as Search
  const counting: Search = function (searched, from = 0) {
    const found = own.call(this, searched, from)
    characters += (found === -1 ? this.length : found) - from
    return found
  }
  Reflect.set(String.prototype, 'indexOf', counting)
  return {
    characters: () => characters,
    restore: () => void Reflect.set(String.prototype, 'indexOf', own),
  }
}
