import { clientSurfaces } from '@posthouse/llm/surfaces/client-surfaces'
import { anthropicErrors } from './anthropic-errors.ts'
import { geminiErrors, geminiListErrors } from './gemini-errors.ts'
import { openAiErrors, responsesErrors } from './openai-errors.ts'
import { klingErrors, midjourneyErrors, sunoErrors } from './task-errors.ts'
import { decoded } from '../../lib/decoded.ts'
import type { Surface } from './surface.ts'

/** What Gemini's path contains and other dialects have in the body. */
export type PathFacts = { readonly model: string; readonly stream: boolean }

export type Addressed = { readonly surface: Surface; readonly named: PathFacts | null }

const openAiChatSurface: Surface = { ...clientSurfaces.openAiChat, errors: openAiErrors }
const openAiResponsesSurface: Surface = {
  ...clientSurfaces.openAiResponses,
  errors: responsesErrors,
}
const anthropicMessagesSurface: Surface = {
  ...clientSurfaces.anthropicMessages,
  errors: anthropicErrors,
}
const anthropicCountSurface: Surface = { ...clientSurfaces.anthropicCount, errors: anthropicErrors }
const geminiSurface: Surface = { ...clientSurfaces.gemini, errors: geminiErrors }
const midjourneySurface: Surface = { ...clientSurfaces.openAiChat, errors: midjourneyErrors }
const sunoSurface: Surface = { ...clientSurfaces.openAiChat, errors: sunoErrors }
const klingSurface: Surface = { ...clientSurfaces.openAiChat, errors: klingErrors }
const geminiListSurface: Surface = { ...clientSurfaces.geminiList, errors: geminiListErrors }

const byPath = new Map(
  [
    openAiChatSurface,
    { ...clientSurfaces.openAiCompletions, errors: openAiErrors },
    { ...clientSurfaces.openAiEmbeddings, errors: openAiErrors },
    { ...clientSurfaces.openAiImages, errors: openAiErrors },
    { ...clientSurfaces.openAiModerations, errors: openAiErrors },
    { ...clientSurfaces.rerank, errors: openAiErrors },
    { ...clientSurfaces.cohereRerank, errors: openAiErrors },
    { ...clientSurfaces.openAiSpeech, errors: openAiErrors },
    { ...clientSurfaces.openAiTranscriptions, errors: openAiErrors },
    { ...clientSurfaces.openAiTranslations, errors: openAiErrors },
    { ...clientSurfaces.openAiEdits, errors: openAiErrors },
    { ...clientSurfaces.openAiVariations, errors: openAiErrors },
    openAiResponsesSurface,
    { ...clientSurfaces.openAiCompaction, errors: openAiErrors },
    anthropicMessagesSurface,
  ].flatMap((surface: Surface) => surface.paths.map((path) => [path, surface] as const)),
)

/** Some clients omit `models/` before a name with a slash. */
const geminiPath = /^(?:\/gemini\/?)?\/v1(?:beta|alpha)?\/(?:models\/)?(.+):(\w+)$/

/** Actions after the colon. */
const geminiActions = new Map<string, Surface>([
  ['generateContent', geminiSurface],
  ['streamGenerateContent', geminiListSurface],
  ['countTokens', { ...clientSurfaces.geminiCount, errors: geminiErrors }],
  ['embedContent', { ...clientSurfaces.geminiEmbedding, errors: geminiErrors }],
  ['batchEmbedContents', { ...clientSurfaces.geminiEmbeddings, errors: geminiErrors }],
])

/** Token-counting endpoints, and the API whose bodies they take. For Gemini it is an action. */
export const countedAs: ReadonlyMap<string, Surface> = new Map([
  ...['', '/anthropic', '/claude'].map(
    (prefix) => [`${prefix}/v1/messages/count_tokens`, anthropicCountSurface] as const,
  ),
  ['/v1/responses/input_tokens', openAiResponsesSurface] as const,
])

/** Groq's clients prefix OpenAI's paths with `/openai`. */
const withoutOpenAi = (pathname: string): string => pathname.replace(/^\/openai(?=\/v1\/)/, '')

/** The model API at an address, or null. */
export function surfaceAt({ pathname: whole, searchParams }: URL): Addressed | null {
  const pathname = withoutOpenAi(whole)
  const known = byPath.get(pathname) ?? countedAs.get(pathname)
  if (known !== undefined) return { surface: known, named: null }
  const [, model, action = ''] = geminiPath.exec(pathname) ?? []
  const surface = geminiActions.get(action)
  if (model === undefined || surface === undefined) return null
  const asEvents = surface.listed === true && searchParams.get('alt') === 'sse'
  return {
    surface: asEvents ? geminiSurface : surface,
    named: { model: decoded(model), stream: action === 'streamGenerateContent' },
  }
}

/** The API whose error format an unknown path gets, by its prefix. */
export function dialectAt(pathname: string): Surface {
  if (/^\/(gemini|v1beta|v1alpha)\b/.test(pathname)) return geminiSurface
  if (/^\/(mj|mj-(fast|relax|turbo))\//.test(pathname)) return midjourneySurface
  if (pathname.startsWith('/suno/')) return sunoSurface
  if (pathname.startsWith('/kling/')) return klingSurface
  if (/^\/(anthropic|claude)\b|^\/v1\/messages\b/.test(pathname)) return anthropicMessagesSurface
  return openAiChatSurface
}

/** Whether a path belongs to the model APIs, known or not. */
export const isModelApi = (pathname: string): boolean =>
  byPath.has(pathname) ||
  /^\/(openai\/v1|v1|v1beta|v1alpha|v2|gemini|anthropic|claude|responses|conversations|mj|mj-(?:fast|relax|turbo)|suno|kling|dashboard\/billing)(\/|$)/.test(
    pathname,
  )
