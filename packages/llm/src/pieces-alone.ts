import { embed as cohereEmbed } from './dialects/cohere/embed.ts'
import { rerank as cohereRerank } from './dialects/cohere/rerank.ts'
import { failureOf as elevenLabsFailure } from './dialects/elevenlabs/failure.ts'
import { speech as elevenLabsSpeech } from './dialects/elevenlabs/speech.ts'
import { transcribe as elevenLabsTranscribe } from './dialects/elevenlabs/transcribe.ts'
import { segmentOf } from './bytes/endpoint.ts'
import type { SupplierDialectShape } from './operations/dialect-shape.ts'
import type { ChatReadState } from './dialects/openai-chat/as-client/stream.ts'
import { openAiChat } from './dialects/openai-chat/dialect.ts'
import { embed as voyageEmbed } from './dialects/voyage/embed.ts'
import { rerank as voyageRerank } from './dialects/voyage/rerank.ts'

/*
 * Dialects that have words for vectors and reranking, or for sound, and chat, where their vendor has chats at all, as OpenAI does.
 */

const {
  image: _,
  edit: __,
  moderate: ___,
  speech: ____,
  transcribe: _____,
  ...chats
} = openAiChat.asClient

export const cohere: SupplierDialectShape<ChatReadState> = {
  ...openAiChat,
  id: 'cohere',
  asClient: {
    ...chats,
    paths: { embed: () => '/embed', rerank: () => '/rerank' },
    embed: cohereEmbed,
    rerank: cohereRerank,
  },
}

export const voyage: SupplierDialectShape<ChatReadState> = {
  ...openAiChat,
  id: 'voyage',
  asClient: {
    ...chats,
    paths: { embed: () => '/embeddings', rerank: () => '/rerank' },
    embed: voyageEmbed,
    rerank: voyageRerank,
  },
}

const { rerank: ______, ...wordless } = chats

export const elevenLabs: SupplierDialectShape<ChatReadState> = {
  ...openAiChat,
  id: 'elevenlabs',
  asClient: {
    ...wordless,
    embed: null,
    paths: {
      speech: ({ words = {} }) =>
        `/text-to-speech/${segmentOf(words['voice'] ?? '')}/stream?output_format=${words['format'] ?? ''}`,
      transcribe: () => '/speech-to-text',
    },
    speech: elevenLabsSpeech,
    transcribe: elevenLabsTranscribe,
    failure: elevenLabsFailure,
  },
}
