import { describe, expect, it } from 'vitest'
import { paths, safeNext } from './paths.ts'

describe('safeNext', () => {
  it('keeps paths of this site', () => {
    expect(safeNext('/panel/log?row=7&panel=charge', '/x')).toBe('/panel/log?row=7&panel=charge')
    expect(safeNext('/panel/token#a', '/x')).toBe('/panel/token#a')
  })

  it.each([
    null,
    '',
    'panel',
    'https://evil.example/',
    '//evil.example/panel',
    '/\\evil.example',
    '/\t/evil.example',
    '/ /evil.example',
    '/\n/evil.example',
    'javascript:alert(1)',
    '/x/..//evil.example',
    '/.//evil.example',
    '/login?next=/login',
  ])('does not follow %j', (next) => {
    expect(safeNext(next, '/panel/dashboard')).toBe('/panel/dashboard')
  })
})

describe('paths', () => {
  it('leaves out empty query values and escapes the rest', () => {
    expect(paths.log({ model_name: 'a b', token_name: '' })).toBe('/panel/log?model_name=a+b')
    expect(paths.login('/panel/log?row=1')).toBe('/login?next=%2Fpanel%2Flog%3Frow%3D1')
    expect(paths.charge(12)).toBe('/panel/log?row=12&panel=charge')
  })
})
