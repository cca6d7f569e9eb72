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
