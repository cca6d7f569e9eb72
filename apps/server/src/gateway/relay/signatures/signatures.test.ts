import type { ModelEvent } from '@posthouse/llm/event'
import type { Message, ModelRequest } from '@posthouse/llm/request'
import { plainRequest } from '@posthouse/llm/testing/plain-request'
import { describe, expect, it } from 'vitest'
import { ReasoningKeeper } from './keep-reasoning.ts'
import { restoreReasoning } from './restore-reasoning.ts'
import { type KeptReasoning, memorySignatures, type SignatureStore } from './signature-store.ts'

const reasoned = (text: string, signature: string | null): ModelEvent => ({
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

const keepIn =
  (kept: (readonly [string, KeptReasoning])[]): SignatureStore['keep'] =>
  (_, callId, reasoning) =>
    void kept.push([callId, reasoning])

function storeAfter(tokenId: bigint, events: readonly ModelEvent[]) {
  const store = memorySignatures()
  const keeper = new ReasoningKeeper(store, tokenId)
  for (const event of events) keeper.see(event)
  return store
}

describe('signed thoughts', () => {
  const events: ModelEvent[] = [
    reasoned('one ', null),
    reasoned('and two', 'anthropic-messages:s1'),
    call('a'),
    call('b', 'gemini:s2'),
    { kind: 'end' },
  ]

  it('come back with the calls that they came before', async () => {
    const store = storeAfter(1n, events)
    const { messages } = await restoreReasoning(requestOf(turn('a', 'b')), askedBy(1n, store))
    expect(messages[0]?.parts).toEqual([
      { kind: 'reasoning', text: 'one and two', signature: 'anthropic-messages:s1' },
      { kind: 'tool-call', id: 'a', name: 'weather', arguments: '{}' },
      { kind: 'tool-call', id: 'b', name: 'weather', arguments: '{}', signature: 'gemini:s2' },
    ])
  })

  it('are nobody else’s', async () => {
    const request = requestOf(turn('a', 'b'))
    expect(await restoreReasoning(request, askedBy(2n, storeAfter(1n, events)))).toBe(request)
  })

  it('are not kept of an answer that broke off', async () => {
    const request = requestOf(turn('a'))
    expect(await restoreReasoning(request, askedBy(1n, storeAfter(1n, events.slice(0, -1))))).toBe(
      request,
    )
  })

  it('are not gathered, nor kept, when they are too long; what is signed on calls is', () => {
    const kept: (readonly [string, KeptReasoning])[] = []
    const store = { ...memorySignatures(), keep: keepIn(kept) }
    const keeper = new ReasoningKeeper(store, 1n)
    const piece = 'so it is. '.repeat(1_000)
    for (let sent = 0; sent < 30; sent += 1) keeper.see(reasoned(piece, null))
    for (const event of [reasoned('', 'gemini:s'), call('a', 'gemini:s1'), call('b')])
      keeper.see(event)
    for (const event of [call('c', 'gemini:s2'), { kind: 'end' } as const]) keeper.see(event)
    expect(kept).toEqual([
      ['a', { reasoning: [], signature: 'gemini:s1' }],
      ['c', { reasoning: [], signature: 'gemini:s2' }],
    ])
  })

  it('are kept of so many calls as an answer may have, and of no signature that is too long', () => {
    const kept: (readonly [string, KeptReasoning])[] = []
    const keeper = new ReasoningKeeper({ ...memorySignatures(), keep: keepIn(kept) }, 1n)
    keeper.see(reasoned('hm', null))
    keeper.see(call('long', 's'.repeat(300_000)))
    for (let number = 0; number < 5_000; number += 1) keeper.see(call(`c${number}`, 'gemini:s'))
    keeper.see({ kind: 'end' })
    expect(kept.length).toBe(2_000)
    const reasoning = [{ kind: 'reasoning', text: 'hm', signature: null }]
    expect(kept[0]).toEqual(['long', { reasoning, signature: null }])
  })

  it('stay as the client sent them, when it did', async () => {
    const own = { kind: 'reasoning', text: 'mine', signature: 'gemini:own' } as const
    const request = requestOf({ ...turn('a'), parts: [own, ...turn('a').parts] })
    expect(await restoreReasoning(request, askedBy(1n, storeAfter(1n, events)))).toBe(request)
  })
})
