import { expect, test } from 'vitest'
import { likelyOperation } from './likely-operation.ts'
import { modelBook } from './model-facts.ts'

const book = modelBook([], [{ models: ['seen-image'], operation: 'chat' }])
const kindOf = (model: string) => likelyOperation(model, book.factsOf(model))

test.each([
  ['acme-embedding-1', 'embed'],
  ['BAAI/bge-m3', 'embed'],
  ['BAAI/bge-reranker-v2', 'rerank'],
  ['omni-moderation-latest', 'moderate'],
  ['gpt-realtime', 'realtime'],
  ['whisper-1', 'transcribe'],
  ['gpt-4o-mini-tts', 'speech'],
  ['tts-1', 'speech'],
  ['dall-e-3', 'image'],
  ['gpt-image-1', 'image'],
  ['sora-2', 'video'],
  ['suno-v5', 'music'],
  ['acme-large', 'chat'],
  // Parts of words are no names.
  ['pittsburgh-chat', 'chat'],
])('the name %s is read as %s', (model, kind) => expect(kindOf(model)).toBe(kind))

test('what is known of a model comes before its name', () => {
  expect(kindOf('seen-image')).toBe('chat')
})
