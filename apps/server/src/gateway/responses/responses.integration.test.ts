import { dialectNames } from '@posthouse/llm/canonical/dialect'
import type { Fields } from '@posthouse/llm/bytes/fields'
import { testDatabase } from '@posthouse/testkit/database'
import { describe, expect, it, test } from 'vitest'
import { pruneResponses } from '../../jobs/prune-responses.ts'
import type { Settings } from '../../domain/settings/setting-table.ts'
import type { Token } from '../../domain/tokens/token.ts'
import type { UpstreamRequest } from '../../upstream/transport/transport.ts'
import { spyOn } from '../tests/conformance/ask-cell.ts'
import { channel, otherKey, type Rig, testKey } from '../tests/rig/gateway-rig.ts'
import { caller } from './testing/caller.ts'
import { keptRigs } from './testing/kept-rigs.ts'

const { db, stand } = keptRigs(testDatabase)
let rig: Rig
let lastSent: () => UpstreamRequest | null

async function start(
  speaks: string,
  settings: Partial<Settings> = {},
  token: Partial<Token> = {},
): Promise<ReturnType<typeof caller>> {
  rig = await stand({
    channels: [channel({ plugin: { dialects: [speaks] } })],
    settings,
    token,
  })
  lastSent = spyOn(rig)
  return caller(rig, testKey)
}

const sentTexts = (): string => Buffer.from(lastSent()?.body ?? []).toString('utf8')

describe.each(dialectNames)('kept here, over an upstream that speaks %s', (speaks) => {
  it.each([false, true])('goes on over three turns (streamed: %s)', async (stream) => {
    const ask = await start(speaks)
    const first = await ask.create({ input: `my colour is mauve ${stream}`, stream })
    expect(first.id).toMatch(speaks === 'openai-responses' ? /^resp_/ : /^resp_[0-9a-f]{48}$/)
    const second = await ask.create({
      input: 'my number is 77',
      previous_response_id: first.id,
      stream,
    })
    const third = await ask.create({
      input: 'and now?',
      previous_response_id: second.id,
      stream,
    })
    const sent = sentTexts()
    expect(sent.match(/mauve|77|and now/g)).toEqual(['mauve', '77', 'and now'])
    expect(sent).toContain(first.text.slice(0, 20))
    expect(sent).not.toContain('previous_response_id')
    expect(sent).not.toContain(first.id)

    const kept = await ask.get(`/responses/${third.id}`)
    expect(kept.fields).toMatchObject({
      id: third.id,
      status: 'completed',
      previous_response_id: second.id,
    })
    expect(kept.fields['output']).toEqual(third.fields['output'])
    const items = await ask.get(`/responses/${third.id}/input_items?order=asc`)
    expect(rolesIn(items.fields)).toEqual(['user', 'assistant', 'user', 'assistant', 'user'])
  })

  test('tools and signed thoughts survive the turn after', async () => {
    const ask = await start(speaks)
    const tools = [{ type: 'function', name: 'weather', parameters: { type: 'object' } }]
    // Chat completions have no place for a signature.
    const signed = speaks === 'openai-chat' ? 0 : 1
    const input = `[[sandbox: tools=1 reasoning=20 signed=${signed}]] weather?`
    const reasoning = { effort: 'high', summary: 'auto' }
    const include = ['reasoning.encrypted_content']
    const asked = { tools, reasoning, include }
    const first = await ask.create({ ...asked, input })
    const call = outputOf(first.fields).find(({ type }) => type === 'function_call')
    const second = await ask.create({
      ...asked,
      input: [{ type: 'function_call_output', call_id: call?.['call_id'], output: 'rain' }],
      previous_response_id: first.id,
    })
    expect(second.status).toBe(200)
    expect(second.text).not.toBe('')
  })
})

const outputOf = (fields: Fields): Fields[] => fields['output'] as Fields[]
const rolesIn = (fields: Fields): unknown[] =>
  (fields['data'] as Fields[]).filter(({ type }) => type === 'message').map(({ role }) => role)

describe('what is kept', () => {
  test('is paid for as part of the input', async () => {
    const ask = await start('openai-chat')
    const first = await ask.create({ input: 'word '.repeat(500) })
    const counted = await ask.post('/responses/input_tokens', {
      input: 'more',
      previous_response_id: first.id,
    })
    expect(Number(counted.fields['input_tokens'])).toBeGreaterThan(500)
  })

  test('is the user’s own on every route', async () => {
    const ask = await start('openai-chat')
    const other = caller(rig, otherKey)
    const first = await ask.create({ input: 'a secret' })
    const calls = [
      other.get(`/responses/${first.id}`),
      other.delete(`/responses/${first.id}`),
      other.post(`/responses/${first.id}/cancel`, {}),
      other.get(`/responses/${first.id}/input_items`),
    ]
    for (const { status, error } of await Promise.all(calls)) {
      expect({ status, ...error }).toMatchObject({
        status: 404,
        message: `Response with id '${first.id}' not found.`,
        type: 'invalid_request_error',
      })
    }
    expect(
      await other.post('/responses', { input: 'x', previous_response_id: first.id }),
    ).toMatchObject({
      status: 400,
      error: { code: 'previous_response_not_found', param: 'previous_response_id' },
    })
    expect((await ask.get(`/responses/${first.id}`)).status).toBe(200)
  })

  test('does not include what the client does not want kept', async () => {
    const ask = await start('openai-chat')
    const first = await ask.create({ input: 'x', store: false })
    expect((await ask.get(`/responses/${first.id}`)).status).toBe(404)
    expect(
      (await ask.post('/responses', { input: 'x', previous_response_id: first.id })).status,
    ).toBe(400)
  })

  test('does not include anything where the operator keeps nothing', async () => {
    const ask = await start('openai-chat', { ResponseKeepDays: 0 })
    const first = await ask.create({ input: 'x' })
    expect(first.fields['store']).toBe(false)
    expect((await ask.get(`/responses/${first.id}`)).status).toBe(404)
    expect(await ask.post('/conversations', {})).toMatchObject({ status: 400 })
  })

  test('is gone once deleted, and nothing goes on from it', async () => {
    const ask = await start('openai-chat')
    const first = await ask.create({ input: 'x' })
    const second = await ask.create({ input: 'y', previous_response_id: first.id })
    expect((await ask.delete(`/responses/${first.id}`)).fields).toEqual({
      id: first.id,
      object: 'response',
      deleted: true,
    })
    expect((await ask.delete(`/responses/${first.id}`)).status).toBe(404)
    for (const previous_response_id of [first.id, second.id]) {
      expect((await ask.post('/responses', { input: 'z', previous_response_id })).status).toBe(400)
    }
  })

  test('expires, and the job takes it away', async () => {
    const ask = await start('openai-chat')
    const [old, young] = [await ask.create({ input: 'x' }), await ask.create({ input: 'y' })]
    await db().updateTable('responses').set({ expires_at: 5n }).where('id', '=', old.id).execute()
    expect((await ask.get(`/responses/${old.id}`)).status).toBe(404)
    expect(
      (await ask.post('/responses', { input: 'x', previous_response_id: old.id })).status,
    ).toBe(400)
    expect(await pruneResponses(db(), Date.now())).toBe(1)
    const left = await db().selectFrom('responses').select('id').execute()
    expect(left.map(({ id }) => id)).toContain(young.id)
    expect(left.map(({ id }) => id)).not.toContain(old.id)
  })

  test('stays as long as what stands on it', async () => {
    const ask = await start('openai-chat')
    const first = await ask.create({ input: 'x' })
    const soon = BigInt(Date.now() + 60_000)
    await db()
      .updateTable('responses')
      .set({ expires_at: soon })
      .where('id', '=', first.id)
      .execute()
    await ask.create({ input: 'y', previous_response_id: first.id })
    const { expires_at } = await db()
      .selectFrom('responses')
      .select('expires_at')
      .where('id', '=', first.id)
      .executeTakeFirstOrThrow()
    expect(expires_at).toBeGreaterThan(soon)
  })

  test('branches: two turns from the same one do not know of each other', async () => {
    const ask = await start('openai-chat')
    const first = await ask.create({ input: 'root' })
    const [left, right] = await Promise.all(
      ['left', 'right'].map((input) => ask.create({ input, previous_response_id: first.id })),
    )
    await ask.create({ input: 'on', previous_response_id: left?.id })
    expect(sentTexts()).toContain('left')
    expect(sentTexts()).not.toContain('right')
    await ask.create({ input: 'on', previous_response_id: right?.id })
    expect(sentTexts()).not.toContain('left')
  })

  test('repeats a long request whole, and in a stream as far as it is not too long', async () => {
    const ask = await start('openai-chat')
    const long = 'so it is. '.repeat(40_000)
    const asked = { input: long, metadata: { a: 'b' }, instructions: 'Be short.' }
    const { fields } = await ask.create({ ...asked, instructions: long })
    expect(fields).toMatchObject({ instructions: long, metadata: { a: 'b' }, store: true })
    const streamed = { ...asked, stream: true, store: false }
    expect((await ask.create(streamed)).fields).toMatchObject({
      instructions: 'Be short.',
      metadata: { a: 'b' },
      store: false,
    })
    expect((await ask.create({ ...streamed, instructions: long })).fields).toMatchObject({
      instructions: null,
      metadata: { a: 'b' },
    })
  })

  test('inherits no instructions', async () => {
    const ask = await start('openai-chat')
    const first = await ask.create({ input: 'x', instructions: 'Speak like a pirate.' })
    await ask.create({ input: 'y', previous_response_id: first.id })
    expect(sentTexts()).not.toContain('pirate')
  })

  test('resolves references to what was said in the chain, and to nothing else', async () => {
    const ask = await start('openai-chat')
    const other = await ask.create({ input: 'elsewhere' })
    // The client of the AI SDK names every item of a conversation instead of naming the turn.
    const [own] = outputOf(other.fields)
    const named = [
      { type: 'item_reference', id: own?.['id'] },
      { role: 'user', content: 'on' },
    ]
    expect((await ask.post('/responses', { input: named })).status).toBe(200)
    expect(sentTexts()).toContain(other.text.slice(0, 20))
    const stranger = caller(rig, otherKey)
    expect((await stranger.post('/responses', { input: named })).status).toBe(404)
    const first = await ask.create({ input: 'x' })
    const [item] = outputOf(first.fields)
    const [strange] = outputOf(other.fields)
    const asked = (id: unknown) => ({
      input: [
        { type: 'item_reference', id },
        { role: 'user', content: 'go' },
      ],
      previous_response_id: first.id,
    })
    expect((await ask.post('/responses', asked(item?.['id']))).status).toBe(200)
    expect(await ask.post('/responses', asked(strange?.['id']))).toMatchObject({ status: 404 })
    expect(
      await ask.post('/responses', { input: [{ type: 'item_reference', id: 'msg_1' }] }),
    ).toMatchObject({ status: 404, error: { message: "Item with id 'msg_1' not found." } })
  })

  test('must fit into a request', async () => {
    const ask = await start('openai-chat', { RequestBodyLimit: 3_000 })
    const first = await ask.create({ input: 'a'.repeat(2_000) })
    const second = await ask.post('/responses', {
      input: 'b'.repeat(2_000),
      previous_response_id: first.id,
    })
    expect(second.status).toBe(413)
  })

  test('is asked for in pages', async () => {
    const ask = await start('openai-chat')
    const input = ['a', 'b', 'c'].map((content) => ({ role: 'user', content }))
    const { id } = await ask.create({ input })
    const page = await ask.get(`/responses/${id}/input_items?limit=2`)
    expect(page.fields).toMatchObject({ object: 'list', has_more: true })
    const more = await ask.get(
      `/responses/${id}/input_items?limit=2&after=${String(page.fields['last_id'])}`,
    )
    expect(more.fields).toMatchObject({ has_more: false })
    expect(more.fields['data']).toHaveLength(1)
    for (const query of ['limit=0', 'limit=101', 'limit=x', 'order=up']) {
      expect((await ask.get(`/responses/${id}/input_items?${query}`)).status).toBe(400)
    }
  })

  test('cannot be cancelled', async () => {
    const ask = await start('openai-chat')
    const { id } = await ask.create({ input: 'x' })
    expect(await ask.post(`/responses/${id}/cancel`, {})).toMatchObject({
      status: 400,
      error: { message: 'Cannot cancel a synchronous response.' },
    })
    expect((await ask.get('/responses/%00')).status).toBe(404)
    expect(rig.ledger.ends()).toHaveLength(1)
  })
})

test.each([false, true])('it is there before its answer ends (streamed: %s)', async (stream) => {
  const ask = await start('openai-chat')
  const { responses } = rig.parts
  const keep: typeof responses.keep = async (...kept) => {
    await new Promise((resolve) => setTimeout(resolve, 300))
    await responses.keep(...kept)
  }
  Object.assign(rig.parts, { responses: { ...responses, keep } })
  const { id } = await ask.create({ input: 'x', stream })
  const rows = await db().selectFrom('responses').select('id').where('id', '=', id).execute()
  expect(rows).toHaveLength(1)
})

test('an answer that is kept is never one from the cache; another is for the same talk alone', async () => {
  const ask = await start('openai-chat', {}, { cache: true })
  const hit = async (body: object): Promise<boolean> => {
    const { status, headers } = await ask.post('/responses', body)
    expect(status).toBe(200)
    return headers.get('x-posthouse-cache') === 'hit'
  }
  const [one, two] = [await ask.create({ input: 'one' }), await ask.create({ input: 'two' })]
  expect((await ask.create({ input: 'one' })).id).not.toBe(one.id)
  const onFrom = ({ id }: { readonly id: string }) => ({
    input: 'on',
    store: false,
    previous_response_id: id,
  })
  expect(await hit(onFrom(one))).toBe(false)
  expect(await hit(onFrom(two))).toBe(false)
  expect(await hit(onFrom(one))).toBe(true)
  const { fields } = await ask.post('/conversations', {})
  const inside = { input: 'x', store: false, conversation: fields['id'] }
  expect([await hit(inside), await hit(inside)]).toEqual([false, false])
})

test('a response that cannot be kept is answered all the same', async () => {
  const ask = await start('openai-chat')
  const broken = { ...rig.parts.responses, keep: () => Promise.reject(new Error('away')) }
  Object.assign(rig.parts, { responses: broken })
  const first = await ask.create({ input: 'x' })
  expect(first.status).toBe(200)
  expect(rig.errors.splice(0)).toHaveLength(1)
  const next = await ask.post('/responses', { input: 'y', previous_response_id: first.id })
  expect(next).toMatchObject({ status: 400, error: { code: 'previous_response_not_found' } })
})
