import type { BodyKind } from '@posthouse/llm/surfaces/body-shapes'
import { expect, it } from 'vitest'
import { collect } from './body-text.ts'

/** The head of a PNG of 64 × 64 pixels. */
const png = Buffer.concat([
  Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d]),
  Buffer.from('IHDR'),
  Buffer.from([0, 0, 0, 64, 0, 0, 0, 64]),
  Buffer.alloc(3_000),
]).toString('base64')
const link = `data:image/png;base64,${png}`

const inDialect: readonly [string, BodyKind, object, number][] = [
  ['chat completions', 'openai-chat', { type: 'image_url', image_url: { url: link } }, 5],
  ['Responses', 'openai-responses', { type: 'input_image', image_url: link }, 5],
  [
    'Messages',
    'anthropic-messages',
    { type: 'image', source: { type: 'base64', media_type: 'image/png', data: png } },
    9,
  ],
  ['Gemini', 'gemini', { inlineData: { mimeType: 'image/png', data: png } }, 1_120],
]

it.each(inDialect)(
  'a picture in %s counts by its size, and not as text',
  (_name, kind, part, tokens) => {
    const body =
      kind === 'gemini' ? { contents: [{ parts: [part] }] } : { messages: [{ content: [part] }] }
    const fields =
      kind === 'openai-responses' ? { input: [{ role: 'user', content: [part] }] } : body
    expect(collect(kind, { ...fields })).toMatchObject({
      images: 1,
      imageTokens: tokens,
      restBytes: 0,
      texts: [],
    })
  },
)

it('Responses say the detail beside the address', () => {
  const part = { type: 'input_image', image_url: 'https://example.org/a.png', detail: 'low' }
  const input = [{ role: 'user', content: [part] }]
  expect(collect('openai-responses', { input })).toMatchObject({ images: 1, imageTokens: 308 })
})

it('a picture that is somewhere else counts as a full screen', () => {
  const part = {
    type: 'image_url',
    image_url: { url: 'https://example.org/a.png', detail: 'high' },
  }
  expect(collect('openai-chat', { messages: [{ content: [part, part] }] })).toMatchObject({
    images: 2,
    imageTokens: 2 * 2_448,
  })
})
