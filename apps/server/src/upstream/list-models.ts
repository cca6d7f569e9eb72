import { supplierOf } from '@posthouse/llm/providers/suppliers'
import type { Channel } from '../channels/channel.ts'
import { spokenBy } from '../channels/spoken.ts'
import { headersFor } from './attempt.ts'
import { failureInAnswer, failureOfStatus, failureOfTransport } from './attempt-failure.ts'
import { readSome, readWhole } from './read-whole.ts'
import { firstKey, type ProbeParts } from './test-channel.ts'
import { TransportError } from './transport.ts'
import { transportFor } from './transports.ts'

export type ModelListing =
  | { readonly ok: true; readonly models: readonly string[] }
  /** The message is masked. */
  | { readonly ok: false; readonly message: string }

const listBytesMax = 8 * 1024 * 1024

/** The models that a supplier says it has, sorted. */
export async function listModels(channel: Channel, parts: ProbeParts): Promise<ModelListing> {
  const supplier = supplierOf(channel.type)
  const [dialect] = spokenBy(channel)
  const opening = transportFor(parts.transports, channel).open({
    url: supplier.list({ base: channel.baseUrl, other: channel.other }),
    method: 'GET',
    headers: headersFor({ channel, key: firstKey(channel) }, supplier, {
      clientHeaders: {},
      stream: false,
      dialect,
      clients: dialect,
    }),
    body: null,
    proxy: channel.proxy,
    privateAllowed: parts.privateAllowed,
    timeouts: { headersMs: 30_000, idleMs: 15_000 },
  })
  try {
    const { status, headers, body } = await opening.reply
    if (status < 200 || status > 299) {
      const text = await readSome(body, 16 * 1024)
      const now = parts.clock.now()
      return {
        ok: false,
        message: failureOfStatus(status, { headers, body: text, dialect, channel, now }).message,
      }
    }
    const text = (await readWhole(body, listBytesMax)).toString('utf8')
    const models = modelsIn(text)
    return models === null
      ? { ok: false, message: failureInAnswer(text, channel).message }
      : { ok: true, models: [...new Set(models)].toSorted() }
  } catch (error) {
    if (!(error instanceof TransportError)) throw error
    return { ok: false, message: failureOfTransport(error).message }
  } finally {
    opening.abort()
  }
}

/** OpenAI's and Anthropic's shape, Gemini's, or a bare list as a few suppliers send it. Null: none of them. */
function modelsIn(text: string): string[] | null {
  try {
    const value: unknown = JSON.parse(text)
    const list: unknown = Array.isArray(value)
      ? value
      : (fieldOf(value, 'data') ?? fieldOf(value, 'models'))
    if (!Array.isArray(list)) return null
    return list.flatMap((entry: unknown) => {
      const id = fieldOf(entry, 'id') ?? fieldOf(entry, 'name')
      return typeof id === 'string' && id !== '' ? [id.replace(/^models\//, '')] : []
    })
  } catch {
    return null
  }
}

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null
    ? Object.getOwnPropertyDescriptor(value, name)?.value
    : undefined
