import type { PhraseText } from '@posthouse/contract/phrases'
import { parsedFields } from '@posthouse/llm/bytes/fields'
import type { AccessToken, KeyExchange } from '@posthouse/llm/signers/key-exchange'
import { LRUCache } from 'lru-cache'
import { readWhole } from '../transport/read-whole.ts'
import {
  type ByteSource,
  type Opening,
  type Transport,
  TransportError,
  type UpstreamReply,
  type UpstreamRequest,
} from '../transport/transport.ts'

/** A call whose key must be exchanged for an access token first. */
export type ExchangedCall = Pick<UpstreamRequest, 'proxy' | 'privateAllowed'> & {
  readonly exchange: KeyExchange
  readonly key: string
  /** In milliseconds. */
  readonly now: number
  readonly open: (token: string) => Opening
}

/** The words are of the table of phrases, by which both languages are found again. */
type Refused = { readonly status: 401 | 503; readonly words: PhraseText }
type CachedExchange = { readonly outcome: Promise<AccessToken | Refused>; until: number }

const answerBytesMax = 64 * 1024
const timeouts = { headersMs: 10_000, idleMs: 10_000 }
const keysMax = 1_000
/** A token that is about to end is not used: the call has to arrive first. */
const marginMs = 60_000

/** Tokens belong to the connections of one process. */
const tokensOf = new WeakMap<Transport, LRUCache<string, CachedExchange>>()

/** Opens a call with the token of its key. A refused exchange is the answer of the call: it fails as a wrong key does. */
export function openExchanged(transport: Transport, call: ExchangedCall): Opening {
  const reply = Promise.withResolvers<UpstreamReply>()
  let inner: Opening | null = null
  let aborted = false
  const begin = (outcome: AccessToken | Refused): void => {
    if (aborted) return
    if (!('token' in outcome)) return reply.resolve(refusal(outcome))
    inner = call.open(outcome.token)
    reply.resolve(withoutDeadToken(transport, call, inner.reply))
  }
  tokenFor(transport, call).then(begin, reply.reject)
  return {
    reply: reply.promise,
    get sent() {
      return inner?.sent ?? false
    },
    abort: () => {
      aborted = true
      inner?.abort()
      reply.reject(new TransportError('aborted', 'given up'))
    },
  }
}

/** A token that is refused has been withdrawn: the next call asks for another. */
async function withoutDeadToken(
  transport: Transport,
  call: ExchangedCall,
  asked: Opening['reply'],
): Promise<UpstreamReply> {
  const reply = await asked
  if (reply.status === 401) heldBy(transport).delete(nameOf(call))
  return reply
}

/** One exchange at a time for each key. */
function tokenFor(transport: Transport, call: ExchangedCall): CachedExchange['outcome'] {
  const tokens = heldBy(transport)
  const name = nameOf(call)
  const known = tokens.get(name)
  if (known !== undefined && call.now < known.until) return known.outcome
  const held: CachedExchange = {
    outcome: exchanged(transport, call),
    until: Number.POSITIVE_INFINITY,
  }
  tokens.set(name, held)
  const forget = (): void => {
    if (tokens.get(name) === held) tokens.delete(name)
  }
  held.outcome.then((outcome) => {
    if ('token' in outcome) held.until = call.now + outcome.seconds * 1_000 - marginMs
    else forget()
  }, forget)
  return held.outcome
}

const nameOf = ({ key, proxy }: ExchangedCall): string => `${proxy} ${key}`

function heldBy(transport: Transport): LRUCache<string, CachedExchange> {
  const known = tokensOf.get(transport)
  if (known !== undefined) return known
  const made = new LRUCache<string, CachedExchange>({ max: keysMax })
  tokensOf.set(transport, made)
  return made
}

async function exchanged(
  transport: Transport,
  { exchange, key, now, proxy, privateAllowed }: ExchangedCall,
): CachedExchange['outcome'] {
  const question = exchange.question(key, now)
  if (question === null) return noAccount
  const opening = transport.open({
    url: question.url,
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      accept: 'application/json',
      'accept-encoding': 'identity',
      'user-agent': 'posthouse',
    },
    body: Buffer.from(question.form.toString()),
    proxy,
    privateAllowed,
    timeouts,
  })
  try {
    const { status, body } = await opening.reply
    const answer = parsedFields((await readWhole(body, answerBytesMax)).toString('utf8')) ?? {}
    if (status === 200) return exchange.granted(answer) ?? noToken
    // What it says of the account is not repeated: it may name it.
    return [400, 401, 403].includes(status) ? wrongKey : noToken
  } finally {
    opening.abort()
  }
}

const noAccount: Refused = {
  status: 401,
  words: 'the key is not the JSON key of a service account',
}
const wrongKey: Refused = {
  status: 401,
  words:
    'Google refused the key of the service account: it may have been deleted, or the clock of this server is wrong',
}
const noToken: Refused = { status: 503, words: 'Google issued no access token' }

/** In a form that every dialect reads. */
const refusal = ({ status, words }: Refused): UpstreamReply => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: bytesOf(JSON.stringify({ error: { message: words } })),
})

const bytesOf = (text: string): ByteSource => ({
  read: (sink) => {
    queueMicrotask(() => {
      sink.data(Buffer.from(text))
      sink.end()
    })
  },
  pause: () => {},
  resume: () => {},
})
