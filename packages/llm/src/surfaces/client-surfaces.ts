import type { DialectName } from '../canonical/dialect.ts'
import type { OperationName } from '../operations/operation.ts'
import type { PieceRequestFacts } from '../operations/piece.ts'
import type { BodyKind } from './body-shapes.ts'

/** An operation of a dialect as clients address it. Errors are worded by whoever serves it. */
export type ClientSurface = {
  readonly name: BodyKind
  /** Empty: the address is read otherwise. */
  readonly paths: readonly string[]
  readonly dialect: DialectName
  /** The operation that a channel must have. Between dialects that have it, it is translated. */
  readonly operation: OperationName
  /** The vendor takes no request without a limit, so that none of its clients counts on a default. */
  readonly limitRequired?: string
  /** The body comes as a form with files: `too`, beside JSON, or only. Absent: it is JSON. */
  readonly form?: 'too' | 'only'
  /** One content is embedded, and one vector answers. */
  readonly single?: true
  /** It is answered in the words of another vendor than the usual one. */
  readonly shape?: PieceRequestFacts['shape']
  /** A stream goes out as a JSON list instead of as events. */
  readonly listed?: true
  /** Events of a stream are numbered. */
  readonly numbered?: true
  /** A comment that keeps a connection open without being an event. */
  readonly keepAlive: string
}

const openAi = { dialect: 'openai-chat', keepAlive: ': keep-alive\n\n' } as const
const responses = { ...openAi, dialect: 'openai-responses' } as const

const anthropicCount = {
  name: 'anthropic-messages',
  paths: [],
  dialect: 'anthropic-messages',
  operation: 'chat',
  keepAlive: 'event: ping\ndata: {"type":"ping"}\n\n',
} as const

const gemini = {
  name: 'gemini',
  paths: [],
  dialect: 'gemini',
  operation: 'chat',
  keepAlive: ': keep-alive\r\n\r\n',
} as const

export const clientSurfaces = {
  openAiChat: {
    ...openAi,
    name: 'openai-chat',
    paths: ['/v1/chat/completions', '/chat/completions'],
    operation: 'chat',
  },
  /** The older completions: a prompt instead of messages. */
  openAiCompletions: {
    ...openAi,
    name: 'openai-completions',
    paths: ['/v1/completions'],
    operation: 'completions',
  },
  /** Never a stream, no output to pay for. */
  openAiEmbeddings: {
    ...openAi,
    name: 'openai-embeddings',
    paths: ['/v1/embeddings'],
    operation: 'embed',
  },
  openAiImages: {
    ...openAi,
    name: 'openai-images',
    paths: ['/v1/images/generations', '/images/generations'],
    operation: 'image',
  },
  openAiEdits: {
    ...openAi,
    name: 'openai-edits',
    paths: ['/v1/images/edits', '/images/edits'],
    operation: 'edit',
    form: 'too',
  },
  openAiVariations: {
    ...openAi,
    name: 'openai-variations',
    paths: ['/v1/images/variations', '/images/variations'],
    operation: 'vary',
    form: 'only',
  },
  openAiModerations: {
    ...openAi,
    name: 'openai-moderations',
    paths: ['/v1/moderations'],
    operation: 'moderate',
  },
  /** Jina's. */
  rerank: {
    ...openAi,
    name: 'rerank',
    paths: ['/v1/rerank', '/rerank', '/v1/reranks'],
    operation: 'rerank',
  },
  /** Cohere's, which is asked alike. */
  cohereRerank: {
    ...openAi,
    name: 'rerank',
    paths: ['/v2/rerank'],
    operation: 'rerank',
    shape: 'cohere',
  },
  openAiSpeech: {
    ...openAi,
    name: 'openai-speech',
    paths: ['/v1/audio/speech', '/audio/speech'],
    operation: 'speech',
  },
  openAiTranscriptions: {
    ...openAi,
    name: 'openai-transcriptions',
    paths: ['/v1/audio/transcriptions', '/audio/transcriptions'],
    operation: 'transcribe',
    form: 'only',
  },
  openAiTranslations: {
    ...openAi,
    name: 'openai-transcriptions',
    paths: ['/v1/audio/translations', '/audio/translations'],
    operation: 'translate',
    form: 'only',
  },
  openAiResponses: {
    ...responses,
    name: 'openai-responses',
    paths: ['/v1/responses', '/responses'],
    operation: 'chat',
    numbered: true,
  },
  /** A conversation made short. Never a stream. */
  openAiCompaction: {
    ...responses,
    name: 'openai-compaction',
    paths: ['/v1/responses/compact', '/responses/compact'],
    operation: 'compact',
  },
  anthropicMessages: {
    ...anthropicCount,
    paths: ['/v1/messages', '/anthropic/v1/messages', '/claude/v1/messages'],
    limitRequired: 'max_tokens',
  },
  /** Nothing is written where tokens are counted. */
  anthropicCount,
  /** Gemini's generateContent: the model and whether it streams stand in the path. */
  gemini,
  /** Its stream for whoever does not ask for `alt=sse`: a list that grows. */
  geminiList: { ...gemini, listed: true },
  /** Its `countTokens`, whose body may be a whole request of generateContent under a name of its own. */
  geminiCount: { ...gemini, name: 'gemini-count' },
  /** Gemini's `embedContent`: one content, one vector. */
  geminiEmbedding: { ...gemini, operation: 'embed', name: 'gemini-embedding', single: true },
  /** Gemini's `batchEmbedContents`: as many vectors as requests. */
  geminiEmbeddings: { ...gemini, operation: 'embed', name: 'gemini-embeddings' },
} as const satisfies Record<string, ClientSurface>
