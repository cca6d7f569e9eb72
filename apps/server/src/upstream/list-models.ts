import { endpointOf } from '@posthouse/llm/parts/endpoint'
import { supplierOf } from '@posthouse/llm/providers/openai-compatible'
import type { Channel } from '../channels/channel.ts'
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
  const opening = transportFor(parts.transports, channel.dialect).open({
    url: endpointOf(channel.baseUrl, '/models'),
    method: 'GET',
    headers: headersFor({ channel, key: firstKey(channel) }, supplierOf(channel.type), {
      clientHeaders: {},
      stream: false,
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
        message: failureOfStatus(status, { headers, body: text, channel, now }).message,
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

/** OpenAI's shape, or a bare list as a few suppliers send it. Null: neither. */
function modelsIn(text: string): string[] | null {
  try {
    const value: unknown = JSON.parse(text)
    const list: unknown = Array.isArray(value) ? value : fieldOf(value, 'data')
    if (!Array.isArray(list)) return null
    return list.flatMap((entry: unknown) => {
      const id = fieldOf(entry, 'id')
      return typeof id === 'string' && id !== '' ? [id] : []
    })
  } catch {
    return null
  }
}

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null
    ? Object.getOwnPropertyDescriptor(value, name)?.value
    : undefined
