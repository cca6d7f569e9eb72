import type { ModelEvent } from '@posthouse/llm/event'
import type { Message, ModelRequest } from '@posthouse/llm/request'
import { plainRequest } from '@posthouse/llm/testing/plain-request'
import { describe, expect, it } from 'vitest'
import { ThoughtKeeper } from './keep-thoughts.ts'
import { restoreThoughts } from './restore-thoughts.ts'
import { memorySignatures, type SignatureStore } from './signature-store.ts'

const thought = (text: string, signature: string | null): ModelEvent => ({
  kind: 'reasoning',
  answer: 0,
  text,
  signature,
})
const call = (id: string, signature?: string): ModelEvent => ({
  kind: 'tool-call',
  answer: 0,
  index: 0,
  id,
  name: 'weather',
  arguments: '{}',
  ...(signature === undefined ? {} : { signature }),
})
const turn = (...ids: string[]): Message => ({
  role: 'assistant',
  name: null,
  parts: ids.map((id) => ({ kind: 'tool-call', id, name: 'weather', arguments: '{}' })),
})
const requestOf = (...messages: Message[]): ModelRequest => ({ ...plainRequest, messages })

const askedBy = (tokenId: bigint, store: SignatureStore) => (ids: readonly string[]) =>
  store.find(tokenId, ids)

function storeAfter(tokenId: bigint, events: readonly ModelEvent[]) {
  const store = memorySignatures()
  const keeper = new ThoughtKeeper(store, tokenId)
  for (const event of events) keeper.see(event)
  return store
}

describe('signed thoughts', () => {
  const events: ModelEvent[] = [
    thought('one ', null),
    thought('and two', 'anthropic-messages:s1'),
    call('a'),
    call('b', 'gemini:s2'),
    { kind: 'end' },
  ]

  it('come back with the calls that they came before', async () => {
    const store = storeAfter(1n, events)
    const { messages } = await restoreThoughts(requestOf(turn('a', 'b')), askedBy(1n, store))
    expect(messages[0]?.parts).toEqual([
      { kind: 'reasoning', text: 'one and two', signature: 'anthropic-messages:s1' },
      { kind: 'tool-call', id: 'a', name: 'weather', arguments: '{}' },
      { kind: 'tool-call', id: 'b', name: 'weather', arguments: '{}', signature: 'gemini:s2' },
    ])
  })

  it('are nobody else’s', async () => {
    const request = requestOf(turn('a', 'b'))
    expect(await restoreThoughts(request, askedBy(2n, storeAfter(1n, events)))).toBe(request)
  })

  it('are not kept of an answer that broke off', async () => {
    const request = requestOf(turn('a'))
    expect(await restoreThoughts(request, askedBy(1n, storeAfter(1n, events.slice(0, -1))))).toBe(
      request,
    )
  })

  it('stay as the client sent them, when it did', async () => {
    const own = { kind: 'reasoning', text: 'mine', signature: 'gemini:own' } as const
    const request = requestOf({ ...turn('a'), parts: [own, ...turn('a').parts] })
    expect(await restoreThoughts(request, askedBy(1n, storeAfter(1n, events)))).toBe(request)
  })
})
