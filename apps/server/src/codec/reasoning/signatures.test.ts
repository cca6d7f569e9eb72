import type { ModelEvent } from '@posthouse/llm/canonical/event'
import type { Message, ModelRequest } from '@posthouse/llm/canonical/request'
import { plainRequest } from '@posthouse/llm/testing/plain-request'
import { describe, expect, it } from 'vitest'
import { ReasoningKeeper } from './keep-reasoning.ts'
import { restoreReasoning } from './restore-reasoning.ts'
import { digestsOf } from './conversation-digests.ts'
import { type ReasoningEntry, memorySignatures, type SignatureStore } from './signature-store.ts'

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
const says = (role: Message['role'], text: string): Message => ({
  role,
  name: null,
  parts: [{ kind: 'text', text }],
})
const result: Message = {
  role: 'tool',
  name: null,
  parts: [{ kind: 'tool-result', id: 'a', parts: [{ kind: 'text', text: 'rain' }] }],
}
const asks = says('user', 'What is the weather?')
const requestOf = (...messages: Message[]): ModelRequest => ({ ...plainRequest, messages })
/** The turn after a call. */
const turnAfter = (...messages: Message[]): ModelRequest => requestOf(asks, ...messages)

const placeIn = (tokenId: bigint, ...messages: Message[]) => ({
  tokenId,
  before: digestsOf(requestOf(...messages)).beforeAnswer,
})

const askedBy = (tokenId: bigint, store: SignatureStore) => (ids: readonly string[]) =>
  store.find(tokenId, ids)

const keepIn =
  (kept: ReasoningEntry[]): SignatureStore['keep'] =>
  (_, _name, entry) =>
    void kept.push(entry)

function answer(
  store: SignatureStore,
  events: readonly ModelEvent[],
  place = placeIn(1n, asks),
): void {
  const keeper = new ReasoningKeeper(store, place)
  for (const event of events) keeper.see(event)
}

function storeAfter(tokenId: bigint, events: readonly ModelEvent[]): SignatureStore {
  const store = memorySignatures()
  answer(store, events, placeIn(tokenId, asks))
  return store
}

/** The reasoning that comes back with each message, in words. */
async function wordsIn(store: SignatureStore, request: ModelRequest): Promise<string[]> {
  const { messages } = await restoreReasoning(request, askedBy(1n, store))
  return messages.flatMap(({ parts }) =>
    parts.flatMap((part) => (part.kind === 'reasoning' ? [part.text] : [])),
  )
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
    const { messages } = await restoreReasoning(turnAfter(turn('a', 'b')), askedBy(1n, store))
    expect(messages[1]?.parts).toEqual([
      { kind: 'reasoning', text: 'one and two', signature: 'anthropic-messages:s1' },
      { kind: 'tool-call', id: 'a', name: 'weather', arguments: '{}' },
      { kind: 'tool-call', id: 'b', name: 'weather', arguments: '{}', signature: 'gemini:s2' },
    ])
  })

  it('are nobody else’s', async () => {
    const request = turnAfter(turn('a', 'b'))
    expect(await restoreReasoning(request, askedBy(2n, storeAfter(1n, events)))).toBe(request)
  })

  it('are not kept of an answer that broke off', async () => {
    const request = turnAfter(turn('a'))
    expect(await restoreReasoning(request, askedBy(1n, storeAfter(1n, events.slice(0, -1))))).toBe(
      request,
    )
  })

  it('are not gathered, nor kept, when they are too long; what is signed on calls is', () => {
    const kept: ReasoningEntry[] = []
    const store = { ...memorySignatures(), keep: keepIn(kept) }
    const keeper = new ReasoningKeeper(store, placeIn(1n, asks))
    const piece = 'so it is. '.repeat(1_000)
    for (let sent = 0; sent < 30; sent += 1) keeper.see(reasoned(piece, null))
    for (const event of [reasoned('', 'gemini:s'), call('a', 'gemini:s1'), call('b')])
      keeper.see(event)
    for (const event of [call('c', 'gemini:s2'), { kind: 'end' } as const]) keeper.see(event)
    expect(kept).toEqual([
      { reasoning: [], signature: 'gemini:s1' },
      { reasoning: [], signature: 'gemini:s2' },
    ])
  })

  it('are kept of so many calls as an answer may have, and of no signature that is too long', () => {
    const kept: ReasoningEntry[] = []
    const keeper = new ReasoningKeeper(
      { ...memorySignatures(), keep: keepIn(kept) },
      placeIn(1n, asks),
    )
    keeper.see(reasoned('hm', null))
    keeper.see(call('long', 's'.repeat(300_000)))
    for (let number = 0; number < 5_000; number += 1) keeper.see(call(`c${number}`, 'gemini:s'))
    keeper.see({ kind: 'end' })
    expect(kept.length).toBe(2_000)
    const reasoning = [{ kind: 'reasoning', text: 'hm', signature: null }]
    expect(kept[0]).toEqual({ reasoning, signature: null })
  })

  it('stay as the client sent them, when it did', async () => {
    const own = { kind: 'reasoning', text: 'mine', signature: 'gemini:own' } as const
    const request = turnAfter({ ...turn('a'), parts: [own, ...turn('a').parts] })
    expect(await restoreReasoning(request, askedBy(1n, storeAfter(1n, events)))).toBe(request)
  })
})

describe('the same call in several conversations', () => {
  const called = (text: string): ModelEvent[] => [
    reasoned(text, null),
    call('call_0'),
    { kind: 'end' },
  ]
  const alice = says('user', 'I am Alice.')
  const bob = says('user', 'I am Bob.')

  it('brings each its own reasoning', async () => {
    const store = memorySignatures()
    answer(store, called('about Alice'), placeIn(1n, alice))
    answer(store, called('about Bob'), placeIn(1n, bob))
    expect(await wordsIn(store, requestOf(alice, turn('call_0'), result))).toEqual(['about Alice'])
    expect(await wordsIn(store, requestOf(bob, turn('call_0'), result))).toEqual(['about Bob'])
    expect(await wordsIn(store, requestOf(asks, turn('call_0'), result))).toEqual([])
  })

  it('brings each turn of one conversation its own', async () => {
    const store = memorySignatures()
    const first = [alice, turn('call_0'), result]
    answer(store, called('one'), placeIn(1n, alice))
    answer(store, called('two'), placeIn(1n, ...first))
    const words = await wordsIn(store, requestOf(...first, turn('call_0'), result))
    expect(words).toEqual(['one', 'two'])
  })

  it('tells apart what only the system text tells apart', async () => {
    const store = memorySignatures()
    const [ofAlice, ofBob] = [says('system', 'For Alice.'), says('developer', 'For Bob.')]
    answer(store, called('about Alice'), placeIn(1n, ofAlice, asks))
    answer(store, called('about Bob'), placeIn(1n, ofBob, asks))
    const turns = [asks, turn('call_0'), result]
    expect(await wordsIn(store, requestOf(ofAlice, ...turns))).toEqual(['about Alice'])
    expect(await wordsIn(store, requestOf(ofBob, ...turns))).toEqual(['about Bob'])
  })

  it('tells end users apart by the name that the caller gives them', async () => {
    const store = memorySignatures()
    const ofUser = (endUser: string, ...messages: Message[]): ModelRequest => ({
      ...requestOf(...messages),
      endUser,
    })
    const { beforeAnswer: before } = digestsOf(ofUser('alice', asks))
    answer(store, called('about Alice'), { tokenId: 1n, before })
    const turns = [asks, turn('call_0'), result]
    expect(await wordsIn(store, ofUser('alice', ...turns))).toEqual(['about Alice'])
    expect(await wordsIn(store, ofUser('bob', ...turns))).toEqual([])
  })

  it.each(['user', 'tool'] as const)(
    'is not that of another behind a message of %s',
    async (role) => {
      const store = memorySignatures()
      const other: Message =
        role === 'user'
          ? says('user', 'And in Rome?')
          : { ...result, parts: [{ kind: 'tool-result', id: 'a', parts: [] }] }
      const first = [asks, turn('a'), result]
      answer(store, called('so'), placeIn(1n, ...first))
      expect(await wordsIn(store, requestOf(...first, turn('call_0')))).toEqual(['so'])
      expect(await wordsIn(store, requestOf(asks, turn('a'), other, turn('call_0')))).toEqual([])
    },
  )
})

describe('a conversation is known again', () => {
  const events: ModelEvent[] = [
    reasoned('hm', null),
    { ...call('c'), arguments: '{"city": "Rome", ' } as ModelEvent,
    { kind: 'tool-call', answer: 0, index: 0, id: null, name: null, arguments: '"unit": null}' },
    { kind: 'end' },
  ]
  const called = (args: string, name = 'weather'): Message => ({
    role: 'assistant',
    name: null,
    parts: [{ kind: 'tool-call', id: 'c', name, arguments: args }],
  })

  it.each(['{"city":"Rome"}', '{"unit":null,"city":"Rome"}', '{ "city": "Rome", "unit": null }\n'])(
    'with the arguments %s',
    async (args) => {
      expect(await wordsIn(storeAfter(1n, events), turnAfter(called(args)))).toEqual(['hm'])
    },
  )

  it('but not with other arguments, nor another name', async () => {
    const store = storeAfter(1n, events)
    expect(await wordsIn(store, turnAfter(called('{"city":"Oslo"}')))).toEqual([])
    expect(await wordsIn(store, turnAfter(called('{"city":"Rome"}', 'climate')))).toEqual([])
  })

  it.each([
    ['another system text', [says('system', 'It is noon.'), asks]],
    ['a system text', [asks]],
  ])('without %s', async (_, before) => {
    const store = memorySignatures()
    answer(store, events, placeIn(1n, ...before))
    const now = [says('system', 'It is one o’clock.'), asks, called('{"city":"Rome"}')]
    expect(await wordsIn(store, requestOf(...now))).toEqual(['hm'])
  })

  it('with a cache mark that moved, and with reasoning left out', async () => {
    const store = memorySignatures()
    const first = {
      ...turn('a'),
      parts: [{ kind: 'reasoning', text: 'x', signature: null } as const, ...turn('a').parts],
    }
    answer(store, events, placeIn(1n, asks, first, result))
    const marked: Message = {
      ...asks,
      parts: [{ kind: 'text', text: 'What is the weather?', cache: '5m' }],
    }
    const request = requestOf(marked, turn('a'), result, called('{"city":"Rome"}'))
    expect(await wordsIn(store, request)).toEqual(['hm'])
  })

  it('with arguments that are too long to be gathered', async () => {
    const args = JSON.stringify({ text: 'x'.repeat(300 * 1024) })
    const long = { ...call('c'), arguments: args } as ModelEvent
    const store = storeAfter(1n, [reasoned('hm', null), long, { kind: 'end' }])
    expect(await wordsIn(store, turnAfter(called(args)))).toEqual(['hm'])
  })
})
