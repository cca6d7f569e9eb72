import { dialectNames } from '@posthouse/llm/canonical/dialect'
import type { Fields } from '@posthouse/llm/bytes/fields'
import { testDatabase } from '@posthouse/testkit/database'
import { expect, test } from 'vitest'
import { spyOn } from '../tests/conformance/ask-cell.ts'
import { channel, type Rig, testKey, until } from '../tests/rig/gateway-rig.ts'
import { caller } from './testing/caller.ts'
import { keptRigs } from './testing/kept-rigs.ts'

const { stand } = keptRigs(testDatabase)
let rig: Rig

async function start(speaks: string) {
  rig = await stand({ channels: [channel({ plugin: { dialects: [speaks] } })] })
  const lastSent = spyOn(rig)
  const sent = (): string => Buffer.from(lastSent()?.body ?? []).toString('utf8')
  return { ask: caller(rig, testKey), sent }
}

test.each(dialectNames)('a conversation is made short over %s, and goes on', async (speaks) => {
  const { ask, sent } = await start(speaks)
  const first = await ask.create({ input: 'my colour is mauve' })
  const { status, fields } = await ask.post('/responses/compact', {
    previous_response_id: first.id,
    instructions: 'Be short.',
  })
  expect(status).toBe(200)
  expect(sent()).toContain('Write a summary')
  expect(sent()).toContain('mauve')
  const output = fields['output'] as Fields[]
  expect(fields['object']).toBe('response.compaction')
  expect(output.map(({ type }) => type)).toEqual(['message', 'compaction'])
  await until(() => rig.ledger.ends().length === 2)
  const usage = fields['usage'] as Record<string, number>
  expect(rig.ledger.ends()[1]).toMatchObject({
    kind: 'settle',
    amount: BigInt(usage['total_tokens'] ?? 0),
    usage: { usage_source: 'reported' },
  })
  expect((await ask.get(`/responses/${String(fields['id'])}`)).status).toBe(404)

  const next = await ask.create({ input: [...output, { role: 'user', content: 'and now?' }] })
  expect(next.status).toBe(200)
  expect(sent()).toContain('What was said before, in short')
  expect(sent()).not.toContain('posthouse-compaction')
  await ask.create({ input: 'on', previous_response_id: next.id })
  expect(sent()).toContain('What was said before, in short')
})

const long = 'so it is. '.repeat(40_000)

test('all that was said stays when it is long', async () => {
  const { ask } = await start('openai-chat')
  const input = [
    { role: 'user', content: `my colour is mauve: ${long}` },
    { role: 'assistant', content: long },
    { role: 'user', content: 'and blue' },
  ]
  const { status, fields } = await ask.post('/responses/compact', { input })
  expect(status).toBe(200)
  const output = fields['output'] as Fields[]
  expect(output.map(({ type }) => type)).toEqual(['message', 'message', 'compaction'])
  expect(JSON.stringify(output[0])).toContain(`my colour is mauve: ${long}`)
})

test('it is refused as a stream, and asked for by POST alone', async () => {
  const { ask } = await start('openai-chat')
  expect((await ask.post('/responses/compact', { input: 'x', stream: true })).status).toBe(400)
  expect((await ask.post('/responses/compact', {})).status).toBe(400)
  expect((await ask.get('/responses/compact')).status).toBe(405)
})
