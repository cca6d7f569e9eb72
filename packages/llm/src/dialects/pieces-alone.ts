import { embed as cohereEmbed } from './cohere/embed.ts'
import { rerank as cohereRerank } from './cohere/rerank.ts'
import type { SpokenShape } from './dialect-shape.ts'
import type { ReadState } from './openai-chat/as-client/stream.ts'
import { openAiChat } from './openai-chat/dialect.ts'
import { embed as voyageEmbed } from './voyage/embed.ts'
import { rerank as voyageRerank } from './voyage/rerank.ts'

/*
 * Dialects that have words for vectors and reranking, and chat, where their vendor has chats at all, as OpenAI does.
 */

const {
  image: _,
  edit: __,
  moderate: ___,
  speech: ____,
  transcribe: _____,
  ...chats
} = openAiChat.asClient

export const cohere: SpokenShape<ReadState> = {
  ...openAiChat,
  id: 'cohere',
  asClient: {
    ...chats,
    paths: { embed: () => '/embed', rerank: () => '/rerank' },
    embed: cohereEmbed,
    rerank: cohereRerank,
  },
}

export const voyage: SpokenShape<ReadState> = {
  ...openAiChat,
  id: 'voyage',
  asClient: {
    ...chats,
    paths: { embed: () => '/embeddings', rerank: () => '/rerank' },
    embed: voyageEmbed,
    rerank: voyageRerank,
  },
}
