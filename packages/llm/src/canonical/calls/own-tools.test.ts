import { describe, expect, test } from 'vitest'
import type { OwnTool, Tool } from '../request.ts'
import { callersTools, functionFor, toolNames } from './own-tools.ts'

const of = (namespace: string | null, name: string) => ({ namespace, name })

describe('names of tools in namespaces', () => {
  test('are joined', () => {
    const { joined } = toolNames([of('mcp__docs', 'lookup'), of('mcp__wiki__', 'lookup')])
    expect(joined('mcp__docs', 'lookup')).toBe('mcp__docs__lookup')
    expect(joined('mcp__wiki__', 'lookup')).toBe('mcp__wiki__lookup')
    expect(joined(null, 'lookup')).toBe('lookup')
  })

  test('that would be joined alike are told apart', () => {
    const { joined } = toolNames([of('a', 'b__c'), of('a__b', 'c'), of('x', 'y'), of(null, 'x__y')])
    const names = [joined('a', 'b__c'), joined('a__b', 'c'), joined('x', 'y'), joined(null, 'x__y')]
    expect(new Set(names).size).toBe(4)
    expect(names[3]).toBe('x__y')
    for (const name of names) expect(name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/)
  })

  test('fit, and are apart from their like', () => {
    const long = 'n'.repeat(60)
    const { joined } = toolNames([of(long, 'first one'), of(long, 'first.one')])
    const names = [joined(long, 'first one'), joined(long, 'first.one'), joined(long, 'gone')]
    expect(new Set(names).size).toBe(3)
    for (const name of names) expect(name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/)
  })

  test('are the same whatever the order of the tools', () => {
    const tools = [of('a', 'b__c'), of('a__b', 'c')]
    const [there, back] = [toolNames(tools), toolNames(tools.toReversed())]
    expect(there.joined('a', 'b__c')).toBe(back.joined('a', 'b__c'))
  })
})

const tool = (name: string, own?: Pick<OwnTool, 'name' | 'namespace'>): Tool => ({
  name,
  description: null,
  parameters: null,
  strict: null,
  ...(own === undefined ? {} : { own: { kind: 'function', given: {}, group: null, ...own } }),
})

describe('a call', () => {
  const docs = tool('docs__find', of('docs', 'find'))
  const wiki = tool('wiki__find', of('wiki', 'find'))

  test('is heard under the caller’s name', () => {
    const found = callersTools([docs, tool('plain')])
    expect(found.get('docs__find')).toEqual({ kind: 'function', namespace: 'docs', name: 'find' })
    expect(found.get('plain')).toBeUndefined()
  })

  test('without its namespace is understood where only one is meant', () => {
    expect(callersTools([docs]).get('find')).toMatchObject({ namespace: 'docs' })
    expect(callersTools([docs, wiki]).get('find')).toBeUndefined()
    expect(callersTools([docs, wiki, tool('x__find', of('x', 'find'))]).get('find')).toBeUndefined()
    expect(callersTools([docs, tool('find')]).get('find')).toBeUndefined()
  })
})

test('a grammar is told in words, wherever it stands', () => {
  const grammar = { syntax: 'lark', definition: 'start: "a"' }
  const told = 'Edits.\n\n`input` must match this grammar (lark):\nstart: "a"'
  expect(functionFor('Edits.', { type: 'grammar', ...grammar }).description).toBe(told)
  expect(functionFor('Edits.', { type: 'grammar', grammar }).description).toBe(told)
  expect(functionFor('Edits.', { type: 'text' }).description).toBe('Edits.')
})
