import { textOf } from '@posthouse/llm/bytes/fields'
import { describe, expect, it } from 'vitest'
import { chatCalls, type Played, playing } from './played.ts'

/*
 * Servers that speak OpenAI's chat for models of other vendors sign in fields of their own, and refuse the turn after a
 * call without them. A client of another dialect sends back what it was given, in its own fields, perhaps to another
 * node.
 */

const play = playing()

const call = {
  index: 0,
  id: 'call_7',
  type: 'function',
  function: { name: 'lookup', arguments: '{"q":"a"}' },
}
const google = { extra_content: { google: { thought_signature: 'CiQBsigned/+==' } } }
const litellm = { provider_specific_fields: { thought_signature: 'CiQBlite' } }

/** What a supplier says, and what it wants back in the message of its turn. */
const signed = {
  'Google’s, of a call': {
    said: { content: null, tool_calls: [{ ...call, ...google }] },
    back: { tool_calls: [{ id: 'call_7', ...google }] },
  },
  'Google’s, of the first of two calls': {
    said: {
      content: 'Both.',
      tool_calls: [
        { ...call, ...google },
        { ...call, id: 'call_8', index: 1 },
      ],
    },
    back: { tool_calls: [{ id: 'call_7', ...google }, { id: 'call_8' }] },
  },
  'Google’s, of a text': {
    said: { content: 'Well.', tool_calls: [call], ...google },
    back: { content: 'Well.', ...google },
  },
  'LiteLLM’s, of a call': {
    said: { content: null, tool_calls: [{ ...call, ...litellm }] },
    back: { tool_calls: [litellm] },
  },
  'LiteLLM’s, in the id of a call': {
    said: { content: null, tool_calls: [{ ...call, id: 'call_7__thought__CiQB/+=' }] },
    back: { tool_calls: [{ id: 'call_7__thought__CiQB/+=' }] },
  },
  'LiteLLM’s, of a text': {
    said: {
      content: 'Well.',
      tool_calls: [call],
      provider_specific_fields: { thought_signatures: ['CiQC'], other: 1 },
    },
    back: { content: 'Well.', provider_specific_fields: { thought_signatures: ['CiQC'] } },
  },
  'LiteLLM’s, of Anthropic’s thoughts': {
    said: {
      content: null,
      reasoning_content: 'Hm.',
      thinking_blocks: [
        { type: 'thinking', thinking: 'Hm.', signature: 'EqQB' },
        { type: 'redacted_thinking', data: 'EmwK' },
      ],
      tool_calls: [call],
    },
    back: {
      thinking_blocks: [
        { type: 'thinking', thinking: 'Hm.', signature: 'EqQB' },
        { type: 'redacted_thinking', data: 'EmwK' },
      ],
    },
  },
  'OpenRouter’s, encrypted, of a call': {
    said: {
      content: null,
      tool_calls: [call],
      reasoning_details: [
        {
          type: 'reasoning.encrypted',
          data: 'CiQD',
          format: 'google-gemini-v1',
          id: 'call_7',
          index: 0,
        },
      ],
    },
    back: {
      reasoning_details: [
        {
          type: 'reasoning.encrypted',
          data: 'CiQD',
          format: 'google-gemini-v1',
          id: 'call_7',
          index: 0,
        },
      ],
    },
  },
  'OpenRouter’s, of thoughts': {
    said: {
      content: null,
      tool_calls: [call],
      reasoning_details: [
        {
          type: 'reasoning.text',
          text: 'Hm.',
          signature: 'EqQC',
          format: 'anthropic-claude-v1',
          id: 'r1',
          index: 0,
        },
      ],
    },
    back: {
      reasoning_details: [
        {
          type: 'reasoning.text',
          text: 'Hm.',
          signature: 'EqQC',
          format: 'anthropic-claude-v1',
          id: 'r1',
        },
      ],
    },
  },
} satisfies Record<string, { readonly said: object; readonly back: object }>

type Fields = Record<string, unknown>
type Client = {
  readonly path: (stream: boolean) => string
  /** The next question, after what the model said and the results of its calls. */
  readonly asked: (said: readonly Fields[], ids: readonly string[]) => Fields
  /** What the model said, as it is sent back. */
  readonly said: (text: string, stream: boolean) => Fields[]
  /** The ids of calls. */
  readonly ids: (said: readonly Fields[]) => string[]
}

const question = 'What is a?'
const parameters = { type: 'object', properties: { q: { type: 'string' } } }

const framesIn = (text: string): Fields[] =>
  text
    .split('\n')
    .flatMap((line) => (line.startsWith('data: {') ? [JSON.parse(line.slice(6))] : []))

/** Blocks as the official client puts them together. */
function blocksIn(text: string): Fields[] {
  const blocks: Fields[] = []
  const inputs: string[] = []
  for (const { type, index, content_block: begun, delta } of framesIn(text)) {
    const at = Number(index)
    const more = (delta ?? {}) as Record<string, string>
    if (type === 'content_block_start') blocks[at] = { ...(begun as Fields) }
    const block = blocks[at] ?? {}
    if (type !== 'content_block_delta') continue
    if (more['type'] === 'input_json_delta')
      inputs[at] = `${inputs[at] ?? ''}${more['partial_json']}`
    for (const name of ['text', 'thinking', 'signature']) {
      if (more[name] !== undefined) block[name] = `${textOf(block[name]) ?? ''}${more[name]}`
    }
  }
  return blocks.map((block, at) =>
    inputs[at] === undefined ? block : { ...block, input: JSON.parse(inputs[at]) },
  )
}

const clients: Record<string, Client> = {
  Messages: {
    path: () => '/v1/messages',
    asked: (said, ids) => ({
      max_tokens: 99,
      tools: [{ name: 'lookup', input_schema: parameters }],
      messages: [
        { role: 'user', content: question },
        ...(said.length === 0
          ? []
          : [
              { role: 'assistant', content: said },
              {
                role: 'user',
                content: ids.map((id) => ({ type: 'tool_result', tool_use_id: id, content: 'x' })),
              },
            ]),
      ],
    }),
    said: (text, stream) => (stream ? blocksIn(text) : JSON.parse(text).content),
    ids: (said) => said.flatMap(({ type, id }) => (type === 'tool_use' ? [String(id)] : [])),
  },
  Responses: {
    path: () => '/v1/responses',
    asked: (said, ids) => ({
      store: false,
      tools: [{ type: 'function', name: 'lookup', parameters, strict: false }],
      input: [
        { role: 'user', content: question },
        ...said,
        ...ids.map((id) => ({ type: 'function_call_output', call_id: id, output: 'x' })),
      ],
    }),
    said: (text, stream) =>
      (stream ? framesIn(text).map(({ response }) => response) : [JSON.parse(text)]).at(-1).output,
    ids: (said) =>
      said.flatMap(({ type, call_id: id }) => (type === 'function_call' ? [String(id)] : [])),
  },
  Gemini: {
    path: (stream) =>
      `/v1beta/models/sandbox%2Fchat:${stream ? 'streamGenerateContent?alt=sse' : 'generateContent'}`,
    asked: (said, ids) => ({
      tools: [{ functionDeclarations: [{ name: 'lookup', parameters }] }],
      contents: [
        { role: 'user', parts: [{ text: question }] },
        ...(said.length === 0
          ? []
          : [
              { role: 'model', parts: said },
              {
                role: 'user',
                parts: ids.map((id) => ({
                  functionResponse: { id, name: 'lookup', response: { output: 'x' } },
                })),
              },
            ]),
      ],
    }),
    said: (text, stream) =>
      (stream ? framesIn(text) : [JSON.parse(text)]).flatMap(
        ({ candidates: [candidate] }) => candidate.content?.parts ?? [],
      ),
    ids: (said) =>
      said.flatMap(({ functionCall: made }) =>
        made === undefined ? [] : [String((made as Fields)['id'])],
      ),
  },
}

const ask = async (played: Played, client: Client, body: Fields, stream: boolean) => {
  const isGemini = client === clients['Gemini']
  const more = isGemini ? body : { ...body, stream }
  const answer = await played.ask(client.path(stream), more)
  expect(answer.status).toBe(200)
  return answer
}

const cells = Object.keys(clients).flatMap((client) =>
  Object.keys(signed).flatMap((name) =>
    [false, true].map((stream) => ({ client, name: name as keyof typeof signed, stream })),
  ),
)

describe.each(cells)('$name, with a client of $client (streamed: $stream)', (cell) => {
  const client = clients[cell.client] ?? expect.fail('no such client')
  const { said, back } = signed[cell.name]

  it('goes back where it was, on another node too', async () => {
    const first = await play({ type: 8, path: '/v1beta/openai' })
    first.play(chatCalls(said)[cell.stream ? 'stream' : 'whole'])
    const answer = await ask(first, client, client.asked([], []), cell.stream)
    const turn = client.said(await answer.text(), cell.stream)
    const ids = client.ids(turn)
    expect(ids).toHaveLength(said.tool_calls.length)
    const second = await play({ type: 8, path: '/v1beta/openai' })
    second.play(chatCalls({ content: 'Done.' }).whole)
    const next = await ask(second, client, client.asked(turn, ids), false)
    expect(next.headers.get('x-posthouse-dropped') ?? '').not.toMatch(/sign|encrypted|reasoning/i)
    const { messages } = second.supplier.asked() as { messages: Fields[] }
    const assistant = messages.find(({ role }) => role === 'assistant')
    expect(assistant).toMatchObject(back)
    const called = ((assistant ?? {})['tool_calls'] as Fields[]).map(({ id }) => id)
    const answered = messages.filter(({ role }) => role === 'tool')
    expect(answered.map(({ tool_call_id: id }) => id)).toEqual(called)
  })
})

it('a supplier that did not sign gets nothing of it', async () => {
  const first = await play({ type: 8 })
  first.play(chatCalls(signed['Google’s, of a call'].said).whole)
  const client = clients['Messages'] ?? expect.fail('no such client')
  const answer = await ask(first, client, client.asked([], []), false)
  const turn = client.said(await answer.text(), false)
  const second = await play({ type: 14 })
  second.play({
    whole: {
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model: 'm',
      content: [{ type: 'text', text: 'b' }],
      stop_reason: 'end_turn',
      stop_sequence: null,
      usage: { input_tokens: 5, output_tokens: 1 },
    },
  })
  await ask(second, client, client.asked(turn, client.ids(turn)), false)
  expect(JSON.stringify(second.supplier.asked())).not.toMatch(/CiQB|posthouse/)
})

it('Mistral gets no field that it refuses', async () => {
  const played = await play({ type: 30 })
  played.play(chatCalls({ content: 'Done.' }).whole)
  const answer = await played.ask('/v1/chat/completions', {
    messages: [
      { role: 'user', content: question },
      {
        role: 'assistant',
        content: '',
        tool_calls: [{ ...call, ...google, ...litellm }],
        ...google,
      },
      { role: 'tool', tool_call_id: 'call_7', content: 'x' },
    ],
  })
  expect(answer.headers.get('x-posthouse-dropped')).toBe('reasoning_details')
  expect(JSON.stringify(played.supplier.asked())).not.toMatch(/extra_content|specific_fields/)
})
