import type { DialectName } from '../canonical/dialect.ts'
import { type Dialect, dialects } from '../dialects.ts'
import { type Fields, fieldsOf, textOf } from '../bytes/fields.ts'
import { chatScript } from './answer.ts'
import { completion } from './completion.ts'
import { embeddings, geminiEmbeddings } from './embeddings.ts'
import { moderation, reranking } from './judgements.ts'
import { geminiMedia } from './gemini-media.ts'
import { countTokens, listModels } from './lookups.ts'
import { pictures } from './pictures.ts'
import { speech } from './sounds/speech.ts'
import { isMidjourneyPath, midjourney } from './midjourney.ts'
import { isSunoPath, suno } from './suno.ts'
import { isVideoPath, videos } from './videos.ts'
import { transcription } from './sounds/transcripts.ts'
import type { SandboxRequest, Script } from './script.ts'
import { refusal } from './refusal.ts'

/**
 * The built-in upstream: what it would answer to a request, as a script, in the dialect of its path. A
 * pure function: the same bytes give the same answer and the same usage. It makes up what it says, so
 * it serves names that begin with `sandbox/` only.
 */
export function sandbox(request: SandboxRequest): Script {
  if (isVideoPath(request.path)) return videos(request)
  if (isMidjourneyPath(request.path)) return midjourney(request)
  if (isSunoPath(request.path)) return suno(request)
  const call = callOf(request.path)
  if (call === null) {
    return refusal(dialects['openai-chat'], 404, `The sandbox has no ${request.path}`)
  }
  if (request.method === 'GET') return listModels(call.dialect)
  const dialect = dialects[call.dialect]
  const body = bodyOf(request.body)
  if (body === null) return refusal(dialect, 400, 'The body is not a JSON object')
  const model = call.model ?? textOf(body['model']) ?? ''
  if (!request.anyModel && !model.startsWith('sandbox/')) {
    return refusal(dialect, 404, `The sandbox serves sandbox/* only, not ${model}`)
  }
  return actions[call.action]({ call, dialect, body, model, request })
}

type CallContext = {
  readonly call: SandboxCall
  readonly dialect: Dialect
  readonly body: Fields
  readonly model: string
  readonly request: SandboxRequest
}

const actions: Readonly<Record<Action, (asked: CallContext) => Script>> = {
  chat: ({ call, dialect, body, model, request }) => {
    const asked = { model, streams: call.streams }
    const shown = call.dialect === 'gemini' ? geminiMedia(asked, body, request) : null
    if (shown !== null) return shown
    const decoded = dialect.asServer.request(body, { model, stream: call.streams })
    return decoded.ok
      ? chatScript(dialect, decoded.value, request.settings)
      : refusal(dialect, 400, `${decoded.field}: ${decoded.reason}`)
  },
  count: ({ dialect, body, model }) => countTokens(dialect, body, model),
  completions: ({ body, request }) => completion(body, request),
  embeddings: ({ body, request }) => embeddings(body, request),
  pictures: ({ body, request }) => pictures(body, request),
  moderation: ({ body, request }) => moderation(body, request),
  reranking: ({ body, request }) => reranking(body, request),
  speech: ({ body, request }) => speech(body, request),
  transcription: ({ body, request }) => transcription(body, request),
  embedContent: ({ body, request }) => geminiEmbeddings(body, request),
  batchEmbedContents: ({ body, request }) => geminiEmbeddings(body, request),
  list: ({ dialect }) => refusal(dialect, 405, 'GET is expected'),
}

type Action =
  | 'chat'
  | 'completions'
  | 'embeddings'
  | 'pictures'
  | 'moderation'
  | 'reranking'
  | 'speech'
  | 'transcription'
  | 'embedContent'
  | 'batchEmbedContents'
  | 'count'
  | 'list'

type SandboxCall = {
  readonly dialect: DialectName
  readonly action: Action
  /** The path's name for it. */
  readonly model: string | null
  readonly streams: boolean
}

const paths: Readonly<Record<string, readonly [DialectName, Action]>> = {
  '/models': ['openai-chat', 'list'],
  '/chat/completions': ['openai-chat', 'chat'],
  '/completions': ['openai-chat', 'completions'],
  '/embeddings': ['openai-chat', 'embeddings'],
  '/images/generations': ['openai-chat', 'pictures'],
  '/images/edits': ['openai-chat', 'pictures'],
  '/images/variations': ['openai-chat', 'pictures'],
  '/moderations': ['openai-chat', 'moderation'],
  '/rerank': ['openai-chat', 'reranking'],
  '/audio/speech': ['openai-chat', 'speech'],
  '/audio/transcriptions': ['openai-chat', 'transcription'],
  '/audio/translations': ['openai-chat', 'transcription'],
  '/responses': ['openai-responses', 'chat'],
  '/messages': ['anthropic-messages', 'chat'],
  '/messages/count_tokens': ['anthropic-messages', 'count'],
  '/responses/input_tokens': ['openai-responses', 'count'],
}

const geminiActions: Readonly<Record<string, Action>> = {
  generateContent: 'chat',
  streamGenerateContent: 'chat',
  countTokens: 'count',
  embedContent: 'embedContent',
  batchEmbedContents: 'batchEmbedContents',
}

function callOf(path: string): SandboxCall | null {
  if (/^\/v1(beta|alpha)\/models$/.test(path)) {
    return { dialect: 'gemini', action: 'list', model: null, streams: false }
  }
  const [, model, name = ''] = /^\/v1(?:beta|alpha)?\/models\/(.+):(\w+)$/.exec(path) ?? []
  const action = geminiActions[name]
  if (model !== undefined && action !== undefined) {
    const streams = name === 'streamGenerateContent'
    return { dialect: 'gemini', action, model: decodeURIComponent(model), streams }
  }
  const known = paths[path.replace(/^\/v1/, '')]
  return known === undefined
    ? null
    : { dialect: known[0], action: known[1], model: null, streams: false }
}

function bodyOf(bytes: Uint8Array): Fields | null {
  try {
    return fieldsOf(JSON.parse(new TextDecoder().decode(bytes)))
  } catch {
    return null
  }
}
