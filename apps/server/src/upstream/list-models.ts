import type { Phrase } from '@posthouse/contract/phrases'
import { type Fields, fieldsOf, listOf, objectsIn, textOf } from '@posthouse/llm/bytes/fields'
import { supplierBehind } from '../domain/channels/channel-supplier.ts'
import type { Channel } from '../domain/channels/channel.ts'
import { secretsOf } from '../domain/channels/hidden-values.ts'
import { withoutSecrets } from './masking.ts'
import { readAnswer, wrongAnswer } from './read-answer.ts'
import { firstKey, type ProbeParts } from '../channel-tests/test-channel.ts'

export type ModelListing =
  | { readonly ok: true; readonly models: readonly string[] }
  /** The message is masked. */
  | {
      readonly ok: false
      readonly message: string | Phrase
      /** The field of the channel that is probably wrong. */
      readonly suspect: 'key' | 'base_url' | null
    }

type Page = { readonly ok: true; readonly list: unknown } | Extract<ModelListing, { ok: false }>

const listBytesMax = 8 * 1024 * 1024
const pagesMax = 20

/** The models that a supplier says it has, sorted, without the channel's secrets: it may repeat what it was sent. */
export async function listModels(channel: Channel, parts: ProbeParts): Promise<ModelListing> {
  const { baseUrl: base, other } = channel
  const shown = withoutSecrets(secretsOf(channel))
  const models = new Set<string>()
  for (const first of supplierBehind(channel).lists({ base, other })) {
    const listing = await listFrom(first, pagesMax, (url) => readPage(url, channel, parts))
    if (!listing.ok) return listing
    for (const model of listing.models) models.add(shown(model))
  }
  return { ok: true, models: [...models].toSorted() }
}

/** This page and those after it. */
async function listFrom(
  url: URL,
  pages: number,
  read: (url: URL) => Promise<Page>,
): Promise<ModelListing> {
  const page = await read(url)
  if (!page.ok) return page
  const models = modelsIn(page.list)
  const next = pages > 1 ? nextPage(url, fieldsOf(page.list) ?? {}) : null
  if (next === null) return { ok: true, models }
  const rest = await listFrom(next, pages - 1, read)
  return rest.ok ? { ok: true, models: [...models, ...rest.models] } : rest
}

/**
 * https://ai.google.dev/api/models#method:-models.list, https://platform.claude.com/docs/en/api/models-list,
 * https://docs.aws.amazon.com/bedrock/latest/APIReference/API_ListInferenceProfiles.html
 */
function nextPage(url: URL, list: Fields): URL | null {
  const places = [
    ['pageToken', list['nextPageToken']],
    ['nextToken', list['nextToken']],
    ['after_id', list['has_more'] === true ? list['last_id'] : null],
  ] as const
  const found = places.find(([, token]) => (textOf(token) ?? '') !== '')
  if (found === undefined) return null
  const next = new URL(url)
  next.searchParams.set(found[0], textOf(found[1]) ?? '')
  return next
}

async function readPage(url: URL, channel: Channel, parts: ProbeParts): Promise<Page> {
  const asked = { channel, key: firstKey(channel), bytesMax: listBytesMax }
  const read = await readAnswer(url, asked, parts)
  if (!read.ok) {
    const { message, status } = read
    return { ok: false, message, suspect: status === 0 ? 'base_url' : suspectIn(status) }
  }
  const { text, headers } = read
  const list = listIn(text)
  if (list !== null) return { ok: true, list }
  return { ok: false, message: wrongAnswer(text, headers, channel).message, suspect: 'base_url' }
}

/** OpenAI's and Anthropic's shape, Gemini's, Bedrock's two, or a bare list as a few suppliers send it. Null: none of them. */
function listIn(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    const isList = Array.isArray(value) || Array.isArray(entriesOf(value)) || isEmpty(value)
    return isList ? value : null
  } catch {
    return null
  }
}

const entriesOf = (list: unknown): unknown => {
  const fields = fieldsOf(list) ?? {}
  return Array.isArray(list) ? list : entryNames.map((name) => fields[name]).find(isThere)
}

const entryNames = ['data', 'models', 'modelSummaries', 'inferenceProfileSummaries']

const isThere = (value: unknown): boolean => value !== undefined && value !== null

/** Ollama without a model says `{"object":"list","data":null}`; Gemini leaves an empty list out. */
const isEmpty = (value: unknown): boolean => {
  const fields = fieldsOf(value)
  return fields !== null && (fields['object'] === 'list' || Object.keys(fields).length === 0)
}

const modelsIn = (list: unknown): string[] =>
  objectsIn(listOf(entriesOf(list))).flatMap((entry) => {
    const id = textOf(idNames.map((name) => entry[name]).find(isThere)) ?? ''
    return id === '' ? [] : [id.replace(/^models\//, '')]
  })

const idNames = ['id', 'modelId', 'inferenceProfileId', 'name']

/** A key that is refused, or an address at which there is no such list. */
const suspectIn = (status: number): 'key' | 'base_url' | null =>
  status === 401 || status === 403 ? 'key' : status === 404 || status === 405 ? 'base_url' : null
