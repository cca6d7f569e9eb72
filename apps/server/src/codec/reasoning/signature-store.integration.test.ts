import { eventually } from '@posthouse/testkit/books'
import type { ModelRequest, Part } from '@posthouse/llm/canonical/request'
import { plainRequest } from '@posthouse/llm/testing/plain-request'
import { describe, expect, it } from 'vitest'
import { inRedis } from '../../redis/testing/in-redis.ts'
import { ReasoningKeeper } from './keep-reasoning.ts'
import { restoreReasoning } from './restore-reasoning.ts'
import { digestsOf } from './conversation-digests.ts'
import {
  type KeptReasoning,
  memorySignatures,
  redisSignatures,
  type SignatureStore,
} from './signature-store.ts'

const reasoned = (text: string): KeptReasoning => ({
  reasoning: [{ kind: 'reasoning', text, signature: 'anthropic-messages:s' }],
  signature: 'gemini:c',
})

/** What every store must do. */
function suite(name: string, store: () => SignatureStore): void {
  describe(name, () => {
    it('gives back what it kept, in the order of the question', async () => {
      store().keep(1n, 'order-a', reasoned('a'))
      store().keep(1n, 'order-b', reasoned('b'))
      expect(await store().find(1n, ['order-b', 'none', 'order-a'])).toEqual([
        reasoned('b'),
        null,
        reasoned('a'),
      ])
      expect(await store().find(1n, [])).toEqual([])
    })

    it('takes the last that was kept under a name', async () => {
      store().keep(1n, 'again', reasoned('a'))
      store().keep(1n, 'again', reasoned('b'))
      expect(await store().find(1n, ['again'])).toEqual([reasoned('b')])
    })

    it('tells no token what another’s model thought', async () => {
      store().keep(1n, 'mine', reasoned('a'))
      // An id is the supplier's word: it cannot reach over to another token either.
      store().keep(11n, '1/mine', reasoned('b'))
      expect(await store().find(2n, ['mine'])).toEqual([null])
      expect(await store().find(1n, ['1/1/mine', '1/mine'])).toEqual([null, null])
    })

    it('keeps nothing that is too long', async () => {
      store().keep(1n, 'long', reasoned('x'.repeat(256 * 1024)))
      store().keep(1n, 'fits', reasoned('x'.repeat(255 * 1024)))
      const [long, fits] = await store().find(1n, ['long', 'fits'])
      expect(long).toBeNull()
      expect(fits).not.toBeNull()
    })
  })
}

const memory = memorySignatures()
suite('in memory', () => memory)

it('in memory: the oldest go when there is no room', async () => {
  const small = memorySignatures(300 * 1024)
  small.keep(1n, 'a', reasoned('x'.repeat(200 * 1024)))
  small.keep(1n, 'b', reasoned('x'.repeat(200 * 1024)))
  const [a, b] = await small.find(1n, ['a', 'b'])
  expect(a).toBeNull()
  expect(b).not.toBeNull()
})

inRedis(({ connection, another, pause, goOn }) => {
  suite('shared', () => redisSignatures(connection()))

  it('lets reasoning go after a day', async () => {
    redisSignatures(connection()).keep(7n, 'day', reasoned('a'))
    const { client } = connection()
    const keys = await client.keys('posthouse:thought:7/*')
    expect(keys).toEqual(['posthouse:thought:7/day'])
    const seconds = await client.ttl('posthouse:thought:7/day')
    expect(seconds).toBeGreaterThan(24 * 3_600 - 60)
    expect(seconds).toBeLessThanOrEqual(24 * 3_600)
  })

  it('is for every process that has the same', async () => {
    redisSignatures(connection()).keep(8n, 'both', reasoned('a'))
    const other = await another()
    expect(await redisSignatures(other).find(8n, ['both'])).toEqual([reasoned('a')])
    other.close()
  })

  it('brings each conversation its own reasoning on another node', async () => {
    const other = await another()
    const stores = [redisSignatures(connection()), redisSignatures(other)] as const
    const request = (name: string, ...parts: readonly Part[]): ModelRequest => ({
      ...plainRequest,
      messages: [
        { role: 'user', name: null, parts: [{ kind: 'text', text: name }] },
        ...(parts.length === 0 ? [] : [{ role: 'assistant', name: null, parts } as const]),
      ],
    })
    const call = { kind: 'tool-call', id: 'call_0', name: 'read', arguments: '{}' } as const
    for (const name of ['Alice', 'Bob']) {
      const before = digestsOf(request(name)).beforeAnswer
      const keeper = new ReasoningKeeper(stores[0], { tokenId: 12n, before })
      keeper.see({ kind: 'reasoning', answer: 0, text: `of ${name}`, signature: null })
      keeper.see({ ...call, answer: 0, index: 0 })
      keeper.see({ kind: 'end' })
    }
    await connection().client.ping()
    for (const name of ['Alice', 'Bob', 'Carol']) {
      const { messages } = await restoreReasoning(request(name, call), (names) =>
        stores[1].find(12n, names),
      )
      const own = { kind: 'reasoning', text: `of ${name}`, signature: null }
      expect(messages[1]?.parts).toEqual(name === 'Carol' ? [call] : [own, call])
    }
    other.close()
  })

  it('keeps thoughts for this process while Redis is away, and finds them afterwards', async () => {
    const own = await another()
    const store = redisSignatures(own)
    store.keep(9n, 'before', reasoned('a'))
    await own.client.ping()
    pause()
    store.keep(9n, 'meanwhile', reasoned('b'))
    // The first of them waits for Redis to answer, for as long as it may.
    await eventually('the reasoning', async () => {
      const [found] = await store.find(9n, ['meanwhile'])
      return found ?? null
    })
    expect(await store.find(9n, ['before', 'meanwhile'])).toEqual([null, reasoned('b')])
    goOn()
    await eventually('Redis again', () => (own.awaySince === null ? true : null))
    expect(await store.find(9n, ['before', 'meanwhile'])).toEqual([reasoned('a'), reasoned('b')])
    own.close()
  })

  it('takes what is there and is none of ours for nothing', async () => {
    await connection().client.set('posthouse:thought:10/odd', '{')
    expect(await redisSignatures(connection()).find(10n, ['odd'])).toEqual([null])
  })
})
