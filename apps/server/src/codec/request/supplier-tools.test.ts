import type { BodyKind } from '@posthouse/llm/surfaces/body-shapes'
import { expect, it } from 'vitest'
import { readBody } from './read-body.ts'

function elsewhere(kind: BodyKind, fields: object): boolean | null {
  const body = { model: 'm', ...fields }
  const reading = readBody(kind, Buffer.from(JSON.stringify(body)))
  return reading.ok ? reading.facts.elsewhere || reading.facts.suppliersTools : null
}

const said = (content: unknown): object[] => [{ role: 'user', content }]
const parts = (...list: object[]): object[] => [{ role: 'user', parts: list }]

it.each<[string, BodyKind, object]>([
  ['a file', 'openai-chat', { messages: said([{ type: 'file', file: { file_id: 'file-1' } }]) }],
  [
    'a film by its address',
    'openai-chat',
    { messages: said([{ type: 'video_url', video_url: { url: 'https://films.example/1' } }]) },
  ],
  [
    'sound by its address',
    'openai-chat',
    { messages: said([{ type: 'audio_url', audio_url: { url: 'https://sounds.example/1' } }]) },
  ],
  ['frames of a film', 'openai-chat', { messages: said([{ type: 'video', video: ['a', 'b'] }]) }],
  [
    'a kind of part that nobody here knows',
    'openai-chat',
    { messages: said([{ type: 'hologram', place: 'x' }]) },
  ],
  ['sound', 'openai-chat', { messages: said([{ type: 'input_audio', input_audio: {} }]) }],
  ['searching', 'openai-chat', { messages: said('x'), web_search_options: {} }],
  ['a tool of the supplier', 'openai-responses', { input: 'x', tools: [{ type: 'mcp' }] }],
  [
    'a picture by its id',
    'openai-responses',
    { input: said([{ type: 'input_image', file_id: 'f' }]) },
  ],
  [
    'a document by its address',
    'anthropic-messages',
    {
      messages: said([
        { type: 'document', source: { type: 'url', url: 'https://files.example/a.pdf' } },
      ]),
    },
  ],
  [
    'a document',
    'anthropic-messages',
    {
      messages: said([
        {
          type: 'document',
          source: { type: 'base64', media_type: 'application/pdf', data: 'AAAA' },
        },
      ]),
    },
  ],
  [
    'a search at Anthropic',
    'anthropic-messages',
    { messages: said('x'), tools: [{ type: 'web_search_20260209', name: 'web_search' }] },
  ],
  ['a film', 'gemini', { contents: parts({ fileData: { fileUri: 'https://films.example/1' } }) }],
  [
    'a search at Google',
    'gemini',
    { contents: parts({ text: 'x' }), tools: [{ googleSearch: {} }] },
  ],
  [
    'a cached prompt',
    'gemini',
    { contents: parts({ text: 'x' }), cachedContent: 'cachedContents/1' },
  ],
  ['a search of Baidu', 'openai-chat', { messages: said('x'), web_search: { enable: true } }],
  ['a search of Hunyuan', 'openai-chat', { messages: said('x'), enable_enhancement: true }],
  ['data of Azure', 'openai-chat', { messages: said('x'), data_sources: [{ type: 'search' }] }],
  [
    'a search in what is merged',
    'openai-chat',
    { messages: said('x'), extra_body: { enable_search: true } },
  ],
  [
    'a cached prompt in what is merged',
    'openai-chat',
    { messages: said('x'), extra_body: { google: { cached_content: 'cachedContents/1' } } },
  ],
  ['a file of Qwen-Long', 'openai-chat', { messages: said('fileid://file-1') }],
  [
    'reasoning by its id alone',
    'openai-responses',
    { input: [{ type: 'reasoning', id: 'rs_1', summary: [] }] },
  ],
])('%s is not all in the body', (_name, kind, fields) => {
  expect(elsewhere(kind, fields)).toBe(true)
})

it.each<[string, BodyKind, object]>([
  ['a talk', 'openai-chat', { messages: said('x'), tools: [{ type: 'function', function: {} }] }],
  ['a prompt', 'openai-completions', { prompt: 'x' }],
  ['tools without a type', 'anthropic-messages', { messages: said('x'), tools: [{ name: 'a' }] }],
  [
    'declared functions',
    'gemini',
    { contents: parts({ text: 'x' }), tools: [{ functionDeclarations: [{ name: 'a' }] }] },
  ],
  [
    'a picture',
    'gemini',
    { contents: parts({ inlineData: { mimeType: 'image/png', data: 'AAAA' } }) },
  ],
])('%s is', (_name, kind, fields) => {
  expect(elsewhere(kind, fields)).toBe(false)
})

it.each<[boolean, BodyKind, object]>([
  [true, 'openai-chat', { messages: said('x'), knowledge_base: 'kb-1' }],
  [true, 'openai-chat', { messages: said('x'), extra_body: { agent_id: 'a' } }],
  [false, 'openai-chat', { messages: said('x'), temperature: 1, extra_body: { top_k: 5 } }],
  [false, 'openai-chat', { messages: said('x'), knowledge_base: null }],
  [false, 'anthropic-messages', { messages: said('x'), max_tokens: 9, thinking: {} }],
  [false, 'gemini', { contents: parts({ text: 'x' }), safetySettings: [] }],
  [false, 'openai-embeddings', { input: 'x', unheard: true }],
])('a field that nobody here knows may bring more: %s in %s', (is, kind, fields) => {
  const reading = readBody(kind, Buffer.from(JSON.stringify({ model: 'm', ...fields })))
  expect(reading.ok && reading.facts.unknownFields).toBe(is)
})

it('texts of a batch are counted one by one, and the bytes that each is read with', () => {
  const batch = (kind: BodyKind, fields: object): unknown => {
    const reading = readBody(kind, Buffer.from(JSON.stringify({ model: 'm', ...fields })))
    return reading.ok && [reading.facts.entries, reading.facts.bytesEach]
  }
  expect(batch('openai-embeddings', { input: ['a', 'b'] })).toEqual([2, 0])
  expect(batch('openai-embeddings', { input: [1, 2, 3] })).toEqual([1, 0])
  expect(batch('openai-embeddings', { input: [[1, 2], [3]] })).toEqual([2, 0])
  expect(batch('openai-moderations', { input: ['a', 'b'] })).toEqual([2, 0])
  expect(batch('openai-completions', { prompt: ['a', 'b'] })).toEqual([2, 0])
  expect(batch('gemini-embeddings', { requests: [{}, {}] })).toEqual([2, 0])
  expect(batch('rerank', { query: 'why', documents: ['a', 'b', 'c'] })).toEqual([3, 3])
  expect(batch('openai-chat', { messages: said('x') })).toEqual([1, 0])
})
