import { describe, expect, it } from 'vitest'
import { type Fields, fieldsOf, listOf } from '../../../bytes/fields.ts'
import type { Message, ModelRequest } from '../../../canonical/request.ts'
import { openAiResponses } from '../dialect.ts'

function decoded(body: object): ModelRequest {
  const read = openAiResponses.asServer.request({ model: 'm', ...body })
  if (!read.ok) throw new Error(`${read.field}: ${read.reason}`)
  return read.value
}

/** What a client of chat completions might have asked. */
const foreign = (more: Partial<ModelRequest>): ModelRequest => ({
  ...decoded({ input: 'Hi' }),
  dialect: 'openai-chat',
  ...more,
})

const encode = openAiResponses.asClient.body

const bodyOf = (request: ModelRequest): Fields => encode(request).body

const itemsOf = (messages: readonly Message[]): readonly unknown[] =>
  listOf(bodyOf(foreign({ messages }))['input'])

const said = (role: Message['role'], ...parts: Message['parts']): Message => ({
  role,
  name: null,
  parts,
})

const text = (words: string) => ({ kind: 'text', text: words }) as const

describe('messages of the system', () => {
  it('go back to where they stood', () => {
    const system = { role: 'system', content: 'Be brief.' }
    const user = { role: 'user', content: 'Hi' }
    const apart = bodyOf(decoded({ instructions: 'Be brief.', input: [user] }))
    expect(apart['instructions']).toBe('Be brief.')
    expect(listOf(apart['input'])).toHaveLength(1)
    const within = bodyOf(decoded({ input: [system, user] }))
    expect(within).not.toHaveProperty('instructions')
    expect(listOf(within['input']).map((item) => fieldsOf(item)?.['role'])).toEqual([
      'system',
      'user',
    ])
  })

  it('of other dialects stay in their order', () => {
    const roles = ['system', 'user', 'developer', 'system'] as const
    const items = itemsOf(roles.map((role) => said(role, text(role))))
    expect(items.map((item) => fieldsOf(item)?.['role'])).toEqual(roles)
  })
})

describe('a caller of another dialect', () => {
  it('has nothing stored', () => {
    expect(bodyOf(foreign({}))).toMatchObject({ store: false })
    expect(bodyOf(decoded({ input: 'Hi' }))).not.toHaveProperty('store')
  })

  it('gets reasoning encrypted where there is any, for other models refuse to be asked', () => {
    const asked = (reasoning: ModelRequest['reasoning']): unknown =>
      bodyOf(foreign({ reasoning }))['include']
    const encrypted = ['reasoning.encrypted_content']
    expect(asked({ effort: 'low', budget: null, shown: null })).toEqual(encrypted)
    expect(asked({ effort: null, budget: 0, shown: null })).toBeUndefined()
    expect(asked(null)).toBeUndefined()
    const own = { kind: 'reasoning', text: '', signature: 'openai-responses:x' } as const
    expect(bodyOf(foreign({ messages: [said('assistant', own)] }))['include']).toEqual(encrypted)
  })

  it('is asked for no less output than there can be', () => {
    expect(bodyOf(foreign({ outputLimit: 1 }))['max_output_tokens']).toBe(16)
    expect(bodyOf(foreign({ outputLimit: 100 }))['max_output_tokens']).toBe(100)
    expect(bodyOf(decoded({ input: 'Hi', max_output_tokens: 1 }))['max_output_tokens']).toBe(1)
  })

  it('has functions that are not strict unless it said so', () => {
    const tool = { name: 'f', description: null, parameters: null }
    const tools = [
      { ...tool, strict: null },
      { ...tool, strict: true },
    ]
    expect(bodyOf(foreign({ tools }))['tools']).toEqual([
      { type: 'function', name: 'f', parameters: null, strict: false },
      { type: 'function', name: 'f', parameters: null, strict: true },
    ])
    const own = decoded({ input: 'Hi', tools: [{ type: 'function', name: 'f', parameters: {} }] })
    expect(bodyOf(own)['tools']).toEqual([{ type: 'function', name: 'f', parameters: {} }])
  })

  it('has names that fit, of a call as of its result', () => {
    const id = 'call/1'.repeat(20)
    const call = { kind: 'tool-call', id, name: 'a.b', arguments: '{}' } as const
    const result = { kind: 'tool-result', id, parts: [text('x')] } as const
    const [called, answered] = itemsOf([said('assistant', call), said('tool', result)])
    expect(fieldsOf(called)?.['call_id']).toMatch(/^[\w-]{1,64}$/)
    expect(fieldsOf(answered)?.['call_id']).toBe(fieldsOf(called)?.['call_id'])
    expect(fieldsOf(called)?.['name']).toMatch(/^[\w-]{1,64}$/)
  })

  it('is told what there is no word for', () => {
    const marked = { ...text('x'), cache: '5m' } as const
    const { dropped, body } = encode(
      foreign({
        dialect: 'anthropic-messages',
        stop: ['END'],
        sampling: { ...decoded({ input: '' }).sampling, topK: 5, seed: 1, temperature: 0.5 },
        tier: 'standard_only',
        messages: [
          { ...said('user', marked), name: 'ann' },
          said(
            'assistant',
            { kind: 'reasoning', text: 'Hm', signature: 'anthropic-messages:x' },
            { kind: 'image', source: { kind: 'url', url: 'https://a.b/c.png' }, detail: null },
            { kind: 'tool-call', id: 'a', name: 'f', arguments: '{}', signature: 'gemini:y' },
          ),
        ],
        rest: { mcp_servers: [] },
      }),
    )
    expect(dropped.toSorted()).toEqual([
      'cache',
      'image',
      'name',
      'rest.mcp_servers',
      'seed',
      'signature',
      'stop',
      'tier',
      'topK',
    ])
    expect(JSON.stringify(body)).not.toContain('prompt_cache_breakpoint')
    expect(listOf(body['input']).map((item) => fieldsOf(item)?.['type'])).toEqual([
      'message',
      'function_call',
    ])
  })
})

describe('items', () => {
  it('follow the order of the parts', () => {
    const own = {
      kind: 'reasoning',
      text: 'Hm',
      signature: 'openai-responses:x',
      id: 'rs_1',
    } as const
    const call = { kind: 'tool-call', id: 'a', name: 'f', arguments: '{}' } as const
    expect(itemsOf([said('assistant', own, text('a'), text('b'), call, text('c'))])).toEqual([
      {
        type: 'reasoning',
        summary: [{ type: 'summary_text', text: 'Hm' }],
        encrypted_content: 'x',
      },
      {
        type: 'message',
        role: 'assistant',
        content: [
          { type: 'output_text', text: 'a' },
          { type: 'output_text', text: 'b' },
        ],
      },
      { type: 'function_call', call_id: 'a', name: 'f', arguments: '{}' },
      { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'c' }] },
    ])
  })

  it('have pictures in what a tool gave', () => {
    const picture = { kind: 'data', mediaType: 'image/png', base64: 'AAAA' } as const
    const result = {
      kind: 'tool-result',
      id: 'a',
      parts: [text('seen'), { kind: 'image', source: picture, detail: null }],
    } as const
    expect(itemsOf([said('user', result, text('And?'))])).toEqual([
      {
        type: 'function_call_output',
        call_id: 'a',
        output: [
          { type: 'input_text', text: 'seen' },
          { type: 'input_image', image_url: 'data:image/png;base64,AAAA' },
        ],
      },
      { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'And?' }] },
    ])
  })

  it('have marks of the prompt cache where who speaks the dialect set them', () => {
    const part = { type: 'input_text', text: 'a' }
    const short = { ...part, prompt_cache_breakpoint: { mode: 'explicit' } }
    const long = { ...part, prompt_cache_breakpoint: { mode: 'explicit', ttl: '12h' } }
    const own = decoded({ input: [{ role: 'user', content: [part, short, long] }] })
    expect(own.messages[0]?.parts).toEqual([
      text('a'),
      { ...text('a'), cache: '5m' },
      { ...text('a'), cache: '1h' },
    ])
    expect(bodyOf(own)['input']).toMatchObject([{ content: [part, short, long] }])
    expect(encode(own).dropped).toEqual([])
  })

  it('have files with and without their type', () => {
    const file = (file_data: string) => ({ type: 'input_file', file_data })
    const { messages } = decoded({
      input: [{ role: 'user', content: [file('JVBE'), file('data:text/csv;base64,YSxi')] }],
    })
    const source = { kind: 'data', mediaType: 'application/pdf', base64: 'JVBE' } as const
    expect(messages[0]?.parts).toEqual([
      { kind: 'file', name: null, source },
      { kind: 'file', name: null, source: { kind: 'data', mediaType: 'text/csv', base64: 'YSxi' } },
    ])
  })

  it('of kinds that are not ours are lost by their places', () => {
    const { lost, messages } = decoded({
      input: [
        { role: 'user', content: [{ type: 'input_text', text: 'a' }, { type: 'input_video' }] },
        { type: 'item_reference', id: 'msg_1' },
        { id: 'msg_2' },
        { type: 'local_shell_call', call_id: 'c', action: {} },
        { type: 'function_call_output', call_id: 'c', output: [{ type: 'computer_screenshot' }] },
      ],
      tools: [{ type: 'function', name: 'f' }, { type: 'web_search' }],
    })
    expect(lost).toEqual([
      'input.0.content.1',
      'input.1',
      'input.2',
      'input.3',
      'input.4.output.0',
      'tools.1',
    ])
    expect(messages).toHaveLength(2)
  })
})

it('names the field that cannot be read', () => {
  const fieldOf = (body: unknown): string | null => {
    const read = openAiResponses.asServer.request(body)
    return read.ok ? null : read.field
  }
  expect(fieldOf([])).toBe('')
  expect(fieldOf({ input: 'Hi' })).toBe('model')
  expect(fieldOf({ model: 'm', input: 5 })).toBe('input')
  expect(fieldOf({ model: 'm', input: [{ role: 'user', content: 'a' }, 5] })).toBe('input.1')
  expect(fieldOf({ model: 'm', input: [{ role: 'critic', content: 'a' }] })).toBe('input.0')
  expect(fieldOf({ model: 'm', input: [{ type: 'function_call', call_id: 'a' }] })).toBe('input.0')
  expect(fieldOf({ model: 'm', previous_response_id: 'resp_1' })).toBeNull()
})
