import { assert as check, property, string } from 'fast-check'
import { expect, test } from 'vitest'
import { callersToolNames, toolIdOf, toolNameOf } from './tool-id.ts'

test('what every vendor takes stays as it is', () => {
  for (const id of ['toolu_01D7FLrfh4GYq7yT1ULFeyMV', 'call_a-b', 'x'])
    expect(toolIdOf(id)).toBe(id)
})

test('everything else is made to fit, the same every time, and apart from its like', () => {
  check(
    property(string({ unit: 'grapheme' }), (id) => {
      expect(toolIdOf(id)).toMatch(/^[a-zA-Z0-9_-]{1,64}$/)
      expect(toolIdOf(toolIdOf(id))).toBe(toolIdOf(id))
    }),
  )
  expect(toolIdOf('a.b')).not.toBe(toolIdOf('a:b'))
  const long = 'x'.repeat(80)
  expect(toolIdOf(long)).toHaveLength(64)
  expect(toolIdOf(`${long}1`)).not.toBe(toolIdOf(`${long}2`))
})

test('a caller gets the name back that it gave', () => {
  const tools = [{ name: 'files.read' }, { name: 'plain' }]
  expect(callersToolNames(tools)(toolNameOf('files.read'))).toBe('files.read')
  expect(callersToolNames(tools)('plain')).toBe('plain')
  expect(callersToolNames(tools)('invented')).toBe('invented')
})
