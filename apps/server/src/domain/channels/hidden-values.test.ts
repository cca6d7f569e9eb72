import { describe, expect, test } from 'vitest'
import { hidePassword, hideValues, keepHidden, keepPassword } from './hidden-values.ts'

describe('what a channel’s JSON shows', () => {
  test('of headers: only the values of those that are known to be harmless', () => {
    const text = '{"anthropic-beta":"x-1","X-Api-Key":"abc","x-tenant":"t","x-number":7}'
    expect(JSON.parse(hideValues(text, 'model_headers'))).toEqual({
      'anthropic-beta': 'x-1',
      'X-Api-Key': '••••',
      'x-tenant': '••••',
      'x-number': '••••',
    })
  })

  test('of parameters: all but what is named or looks like a secret, however deep', () => {
    const text = JSON.stringify({
      temperature: 0.2,
      max_tokens: 100,
      stop: ['a', 'sk-abcdef'],
      api_key: 'abc',
      auth: { user: 'u', list: ['v'] },
      stream: true,
      note: null,
    })
    expect(JSON.parse(hideValues(text, 'custom_parameter'))).toEqual({
      temperature: 0.2,
      max_tokens: 100,
      stop: ['a', '••••'],
      api_key: '••••',
      auth: { user: '••••', list: ['••••'] },
      stream: true,
      note: null,
    })
  })

  test('what is nested too deep to be looked through is hidden whole, and kept', () => {
    const deep = `${'{"a":'.repeat(20_000)}"sk-abcdef"${'}'.repeat(20_000)}`
    expect(hideValues(deep, 'custom_parameter')).toBe('••••')
    expect(keepHidden('••••', deep)).toBe(deep)
    expect(keepHidden('••••', '')).toBeNull()
    expect(keepHidden('{"b":"••••"}', deep)).toBeNull()
  })

  test('text without a secret stays as it was typed', () => {
    const text = '{ "temperature" : 1 }'
    expect(hideValues(text, 'custom_parameter')).toBe(text)
    expect(hideValues('', 'plugin')).toBe('')
  })
})

describe('what comes back', () => {
  const stored = '{"x-a":"one","deep":{"key":["two"]}}'

  test('keeps what is stored where the stand-in stands, and takes the rest', () => {
    const given = '{"x-a":"••••","x-b":"new","deep":{"key":["••••"]}}'
    expect(JSON.parse(keepHidden(given, stored) ?? '')).toEqual({
      'x-a': 'one',
      'x-b': 'new',
      deep: { key: ['two'] },
    })
    expect(keepHidden('{"x-a":"other"}', stored)).toBe('{"x-a":"other"}')
  })

  test('has nothing to keep under another name', () => {
    for (const given of ['{"x-c":"••••"}', '{"deep":"••••"}', '{"constructor":"••••"}']) {
      expect(keepHidden(given, stored)).toBeNull()
    }
  })
})

describe('a proxy', () => {
  test.each([
    ['http://user:pass@proxy.example:1', 'http://user:••••@proxy.example:1'],
    ['http://user:p@ss:w/rd@proxy.example', 'http://user:••••@proxy.example'],
    ['socks5://token@proxy.example', 'socks5://••••@proxy.example'],
    ['http://proxy.example:8080', 'http://proxy.example:8080'],
    ['', ''],
  ])('%s is shown as %s', (stored, shown) => {
    expect(hidePassword(stored)).toBe(shown)
    expect(keepPassword(shown, stored)).toBe(stored)
  })

  test('keeps its password for its own address alone', () => {
    const stored = 'http://user:pass@proxy.example:1'
    expect(keepPassword('http://user:••••@other.example:1', stored)).toBeNull()
    expect(keepPassword('http://user:new@other.example:1', stored)).toBe(
      'http://user:new@other.example:1',
    )
  })
})
