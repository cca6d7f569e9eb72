import { expect, test } from 'vitest'
import { snippetsFor } from './kind-snippets.ts'
import { agentSnippets, snippets } from './snippets.ts'

const all = (
  ['chat', 'embed', 'image', 'speech', 'transcribe', 'moderate', 'rerank', 'video'] as const
).flatMap((operation) => snippetsFor(operation) ?? expect.fail(operation))

const facts = { server: 'https://a.b', key: 'sk-1', model: 'm-1' }

test('a block is for one place: no settings file has a shell command in it', () => {
  const blocks = all.flatMap(({ blocks }) => blocks.map(({ make }) => make(facts)))
  const mixed = blocks.filter((text) => /^export /m.test(text) && /^\w+ = /m.test(text))
  expect(mixed).toEqual([])
  // Nothing in it is a remark that has to be taken out before it is pasted.
  expect(blocks.filter((text) => /^(#|\/\/)/m.test(text))).toEqual([])
})

test('address, key and model are in the blocks of every client', () => {
  for (const { name, blocks } of all) {
    const text = blocks.map(({ make }) => make(facts)).join('\n')
    for (const fact of Object.values(facts)) expect(text, name).toContain(fact)
  }
})

test('agents are offered the same settings as tokens are, programs first', () => {
  const ids = (list: readonly { id: string }[]) => list.map(({ id }) => id)
  expect(ids(agentSnippets)[0]).toBe('claude-code')
  expect(ids(agentSnippets).toSorted()).toEqual(ids(snippets).toSorted())
})
