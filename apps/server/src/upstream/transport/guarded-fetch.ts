import { phrase, type Phrase } from '@posthouse/contract/phrases'
import { readWhole } from './read-whole.ts'
import { type ByteSource, type Opening, type Transport, TransportError } from './transport.ts'

/** The outcome of fetching an address. */
export type Fetched = { readonly mediaType: string; readonly bytes: Buffer }

export type FetchLimits = {
  /** Media types that may come. */
  readonly accepts: RegExp
  readonly bytesMax: number
  /** For all of it, redirects included. */
  readonly totalMs: number
  /** Hosts of the operator's that may be private. */
  readonly allowedHosts: readonly string[]
  /** Throws where there is no room for what comes. */
  readonly memory: { take(bytes: number): void }
}

/** The reason for which nothing was fetched. The words name nothing but what the caller gave: they may be told. */
export class FetchRefused extends Error {
  override readonly name = 'FetchRefused'
  readonly words: Phrase

  constructor(words: Phrase, options?: ErrorOptions) {
    super(words.en, options)
    this.words = words
  }
}

const redirectsMax = 3
const redirecting: readonly number[] = [301, 302, 303, 307, 308]

/**
 * Gets what stands at an address that a user wrote. The name is looked up by the socket's own lookup,
 * which leaves out private, loopback, link-local, metadata and unspecified addresses: what was checked
 * is what is connected to, after every redirect anew. Rejects with `FetchRefused`, or with what `memory` throws.
 */
export const guardedFetch = (
  transport: Transport,
  address: string,
  limits: FetchLimits,
): Promise<Fetched> =>
  guardedRead(transport, address, limits, async ({ mediaType, body }) => ({
    mediaType,
    bytes: await readWhole(body, limits.bytesMax, limits.memory),
  }))

/** The body of an answer, to be read before its opening is given up. */
export type FetchedBody = { readonly mediaType: string; readonly body: ByteSource }

/** The same for what is too long to be held: `read` takes it, and keeps to the limit of its length. */
export async function guardedRead<Result>(
  transport: Transport,
  address: string,
  limits: Omit<FetchLimits, 'memory'>,
  read: (fetched: FetchedBody) => Promise<Result>,
): Promise<Result> {
  const deadline = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => deadline.reject(new FetchRefused(phrase('it took too long'))),
    limits.totalMs,
  )
  const openings: Opening[] = []
  try {
    const reading = follow(transport, address, limits, openings).then(read)
    return await Promise.race([reading, deadline.promise])
  } catch (error) {
    throw error instanceof TransportError
      ? new FetchRefused(wordsOf(error), { cause: error })
      : error
  } finally {
    clearTimeout(timer)
    for (const opening of openings) opening.abort()
  }
}

async function follow(
  transport: Transport,
  address: string,
  limits: Omit<FetchLimits, 'memory'>,
  openings: Opening[],
): Promise<FetchedBody> {
  let url = urlOf(address)
  for (let hop = 0; hop <= redirectsMax; hop += 1) {
    const opening = open(transport, url, limits)
    openings.push(opening)
    const { status, headers, body } = await opening.reply
    if (status === 200) {
      const mediaType = (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
      if (!limits.accepts.test(mediaType)) {
        throw new FetchRefused(
          phrase('its type {type} is not accepted', { type: mediaType.slice(0, 80) || '?' }),
        )
      }
      if (Number(headers['content-length'] ?? 0) > limits.bytesMax) throw tooLong(limits)
      return { mediaType, body }
    }
    const { location } = headers
    if (!redirecting.includes(status) || location === undefined) {
      throw new FetchRefused(phrase('its server answered {status}', { status }))
    }
    opening.abort()
    url = urlOf(location, url)
  }
  throw new FetchRefused(phrase('it redirects too often'))
}

function open(
  transport: Transport,
  url: URL,
  { allowedHosts, totalMs }: Pick<FetchLimits, 'allowedHosts' | 'totalMs'>,
): Opening {
  return transport.open({
    url,
    method: 'GET',
    headers: { accept: '*/*', 'accept-encoding': 'identity', 'user-agent': 'posthouse' },
    body: null,
    proxy: '',
    privateAllowed: allowedHosts.includes(url.hostname),
    timeouts: { headersMs: totalMs, idleMs: totalMs },
  })
}

function urlOf(address: string, base?: URL): URL {
  const url = URL.parse(address, base?.href)
  if (url === null) throw new FetchRefused(phrase('it is no address'))
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new FetchRefused(phrase('only http and https are fetched'))
  }
  if (url.username !== '' || url.password !== '') {
    throw new FetchRefused(phrase('it carries a name or a password'))
  }
  return url
}

const tooLong = ({ bytesMax }: Pick<FetchLimits, 'bytesMax'>): FetchRefused =>
  new FetchRefused(phrase('it is longer than {limit} bytes', { limit: bytesMax }))

/**
 * Nothing of what a lookup or a socket said. An address that is not allowed and one where nobody is are told
 * alike: the difference would tell which names exist inside.
 */
const wordsOf = ({ fault }: TransportError): Phrase =>
  fault === 'too-large'
    ? phrase('it is too long')
    : phrase('its server is not allowed or could not be reached')
