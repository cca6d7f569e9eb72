import { cut } from '../../../lib/cut.ts'
import { phrase } from '@posthouse/contract/phrases'
import type { Message, ModelRequest, Part, Source } from '@posthouse/llm/canonical/request'
import {
  type Fetched,
  type FetchLimits,
  FetchRefused,
  guardedFetch,
} from '../../../upstream/transport/guarded-fetch.ts'
import type { Transport } from '../../../upstream/transport/transport.ts'

/** Part kinds that may be given by address. */
type FetchedKind = 'image' | 'file'

const accepts: Readonly<Record<FetchedKind, RegExp>> = {
  image: /^image\/(png|jpeg|gif|webp|heic|heif|avif|bmp)$/,
  file: /^(application\/(pdf|json|xml)|text\/[\w.+-]+|image\/[\w.+-]+|audio\/[\w.+-]+|video\/[\w.+-]+)$/,
}

const addressesMax = 20
const bytesMax = 20 * 1024 * 1024
const totalMs = 20_000

/** Fetches an address whose bytes are written in `places` places. Rejects with `FetchRefused`, or without memory. */
export type FetchForPlaces = (url: string, kind: FetchedKind, places: number) => Promise<Fetched>

export type BringOptions = {
  readonly fetch: FetchForPlaces
  /** Kinds that the supplier fetches itself. */
  readonly fetches: readonly FetchedKind[]
}

/**
 * The request with bytes in the place of addresses, for a supplier that does not fetch them. An
 * address that stands in it twice is fetched once. Rejects with what `fetch` rejects with.
 */
export async function bringBytes(
  request: ModelRequest,
  options: BringOptions,
): Promise<ModelRequest> {
  const wanted = new Map<string, FetchRequest>()
  for (const { parts } of request.messages) findAddresses(parts, options.fetches, wanted)
  if (wanted.size === 0) return request
  if (wanted.size > addressesMax) {
    throw new FetchRefused(
      phrase('more than {limit} addresses in one request', { limit: addressesMax }),
    )
  }
  const found = new Map<string, Source>()
  await Promise.all(
    [...wanted].map(async ([url, { kind, places }]) => {
      const { mediaType, bytes } = await options.fetch(url, kind, places)
      found.set(url, { kind: 'data', mediaType, base64: bytes.toString('base64') })
    }),
  )
  const messages = request.messages.map((message): Message => ({
    ...message,
    parts: withBytes(message.parts, found),
  }))
  return { ...request, messages }
}

type FetchRequest = { readonly kind: FetchedKind; readonly places: number }

function findAddresses(
  parts: readonly Part[],
  fetches: readonly FetchedKind[],
  into: Map<string, FetchRequest>,
): void {
  for (const part of parts) {
    if (part.kind === 'tool-result') findAddresses(part.parts, fetches, into)
    else if (part.kind === 'image' || part.kind === 'file') {
      if (part.source.kind === 'url' && !fetches.includes(part.kind)) {
        const { url } = part.source
        into.set(url, { kind: part.kind, places: (into.get(url)?.places ?? 0) + 1 })
      }
    }
  }
}

export type FetchOptions = Pick<FetchLimits, 'allowedHosts' | 'memory'> & {
  readonly transport: Transport
}

/**
 * The bytes at an address, of a kind. `memory` pays as it comes for what will be written, in base64 at every
 * place. Rejects with `FetchRefused`, which names the address, or with what `memory` throws.
 */
export async function fetchPart(
  url: string,
  { kind, places }: FetchRequest,
  { transport, allowedHosts, memory }: FetchOptions,
): Promise<Fetched> {
  const written = (bytes: number): number => Math.ceil((bytes * 4) / 3) * places
  const limits: FetchLimits = {
    accepts: accepts[kind],
    bytesMax,
    totalMs,
    allowedHosts,
    memory: { take: (bytes) => memory.take(written(bytes)) },
  }
  try {
    return await guardedFetch(transport, url, limits)
  } catch (error) {
    if (!(error instanceof FetchRefused)) throw error
    throw new FetchRefused(
      phrase('{field}: {reason}', { field: cut(url, 200), reason: error.words }),
    )
  }
}

const withBytes = (parts: readonly Part[], found: ReadonlyMap<string, Source>): readonly Part[] =>
  parts.map((part): Part => {
    if (part.kind === 'tool-result') return { ...part, parts: withBytes(part.parts, found) }
    if (part.kind !== 'image' && part.kind !== 'file') return part
    const source = part.source.kind === 'url' ? found.get(part.source.url) : undefined
    return source === undefined ? part : { ...part, source }
  })
