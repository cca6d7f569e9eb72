import { validateHeaderName, validateHeaderValue } from 'node:http'
import { LRUCache } from 'lru-cache'
import { Agent, buildConnector, type Dispatcher, ProxyAgent, Socks5ProxyAgent } from 'undici'
import { encodeForm } from './form-body.ts'
import { checkLiteralAddress, checkProxyAddress, guardedLookup } from './addresses.ts'
import {
  type BodySink,
  type ByteSource,
  type Opening,
  type Transport,
  TransportError,
  type TransportFault,
  type UpstreamReply,
  type UpstreamRequest,
} from './transport.ts'

export type UndiciTransportOptions = {
  readonly connectMs?: number
  readonly headerBytesMax?: number
  /** The time that sending the body, and a proxy's answer, may take beside connecting and waiting for the head. */
  readonly sendMs?: number
}

const proxiesMax = 200
const usualConnectMs = 10_000
const usualSendMs = 120_000
/** More is not gathered: copying long chunks together costs more than handing them on one by one. */
const gatheredBytesMax = 16 * 1024

/** HTTP by undici's `dispatch`: no `fetch` and no web stream stands between socket and reader. */
export function undiciTransport(options: UndiciTransportOptions = {}): Transport {
  const dispatchers = new LRUCache<string, Dispatcher>({
    max: proxiesMax,
    dispose: (dispatcher) => {
      // Calls under way on it end as they would.
      dispatcher.close().catch(() => {})
    },
  })
  const nameOf = ({ privateAllowed, proxy }: UpstreamRequest): string =>
    `${privateAllowed} ${proxy}`
  const dispatcherFor = (request: UpstreamRequest): Dispatcher => {
    const name = nameOf(request)
    const known = dispatchers.get(name)
    if (known !== undefined) return known
    const made = makeDispatcher(request, options)
    dispatchers.set(name, made)
    return made
  }
  return {
    open: (request) => {
      const refused =
        checkLiteralAddress(request.url, request.privateAllowed) ??
        checkProxyAddress(request.proxy) ??
        checkHeaders(request)
      if (refused !== null) return { reply: Promise.reject(refused), sent: false, abort: () => {} }
      const { connectMs = usualConnectMs, sendMs = usualSendMs } = options
      return openCall(() => dispatcherFor(request), request, {
        ms: connectMs + sendMs + request.timeouts.headersMs,
        // Whatever holds the call up must not hold up the next one.
        late: () => dispatchers.delete(nameOf(request)),
      })
    },
    close: async () => {
      const all = [...dispatchers.values()]
      await Promise.all(all.map((dispatcher) => dispatcher.destroy()))
    },
  }
}

function makeDispatcher(request: UpstreamRequest, options: UndiciTransportOptions): Dispatcher {
  const limits = {
    // A limit would let calls wait in silence; how many there are is for those who make them.
    connections: null,
    maxHeaderSize: options.headerBytesMax ?? 32 * 1024,
    keepAliveTimeout: 30_000,
    pipelining: 1,
    connectTimeout: options.connectMs ?? usualConnectMs,
  }
  const connect = {
    timeout: options.connectMs ?? usualConnectMs,
    lookup: guardedLookup(request.privateAllowed),
  }
  if (request.proxy === '') return new Agent({ ...limits, connect })
  // The proxy's place is the administrator's word; where it connects to, the proxy's.
  const toProxy = { timeout: connect.timeout, lookup: guardedLookup(true) }
  if (/^socks/i.test(request.proxy)) {
    const proxy = request.proxy.replace(/^socks5h/i, 'socks5')
    return new Socks5ProxyAgent(proxy, { ...limits, connect: buildConnector(toProxy) })
  }
  return new ProxyAgent({ ...limits, uri: request.proxy, proxyTls: toProxy })
}

/** undici throws at what it cannot write, and leaves its pool of that host waiting for ever. */
function checkHeaders({ headers }: UpstreamRequest): TransportError | null {
  try {
    for (const [name, value] of Object.entries(headers)) {
      validateHeaderName(name)
      validateHeaderValue(name, value)
    }
    return null
  } catch {
    return new TransportError('unsendable', 'a header that cannot be sent')
  }
}

/** The head of the answer is there within `ms`, or `late` is told and the call fails. */
type Deadline = { readonly ms: number; readonly late: () => void }

function openCall(
  dispatcherOf: () => Dispatcher,
  request: UpstreamRequest,
  deadline: Deadline,
): Opening {
  const call = new Call(deadline)
  try {
    const { files = [], body, headers } = request
    const form = body === null || files.length === 0 ? null : encodeForm(body, files)
    dispatcherOf().dispatch(
      {
        origin: request.url.origin,
        path: request.url.pathname + request.url.search,
        method: request.method,
        headers:
          form === null
            ? headers
            : {
                ...headers,
                'content-type': form.contentType,
                'content-length': String(form.length),
              },
        body: form === null ? body : form.open(),
        headersTimeout: request.timeouts.headersMs,
        bodyTimeout: request.timeouts.idleMs,
      },
      call,
    )
  } catch (error) {
    call.broken(error)
  }
  return call
}

/** One call: undici's handler on one side, our byte source on the other. */
class Call implements Dispatcher.DispatchHandler, Opening, ByteSource {
  readonly reply: Promise<UpstreamReply>
  sent = false
  readonly #reply = Promise.withResolvers<UpstreamReply>()
  #controller: Dispatcher.DispatchController | null = null
  #sink: BodySink | null = null
  /** Bytes that came and were not handed on. */
  #gathered: Buffer[] = []
  #gatheredBytes = 0
  #ended = false
  #error: TransportError | null = null
  #aborted = false
  readonly #deadline: NodeJS.Timeout

  constructor({ ms, late }: Deadline) {
    this.reply = this.#reply.promise
    this.#deadline = setTimeout(() => {
      late()
      const error = new TransportError('timeout-headers', 'no time limit of its own ended it')
      this.broken(error)
      this.#aborted = true
      this.#controller?.abort(error)
    }, ms)
  }

  abort(): void {
    if (this.#aborted) return
    this.#aborted = true
    clearTimeout(this.#deadline)
    this.#sink = null
    if (this.#ended) return
    const error = new TransportError('aborted', 'given up by us')
    this.#reply.reject(error)
    this.#controller?.abort(error)
  }

  broken(error: unknown): void {
    if (this.#ended) return
    this.#ended = true
    clearTimeout(this.#deadline)
    const made = transportError(error)
    this.#error = made
    this.#reply.reject(made)
    this.#handOn()
    this.#sink?.fail(made)
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    if (this.#aborted) controller.abort(new TransportError('aborted', 'given up by us'))
    else this.sent = true
  }

  onResponseStart(
    controller: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    this.#controller = controller
    if (status < 200) return
    clearTimeout(this.#deadline)
    this.#reply.resolve({ status, headers: flat(headers), body: this })
  }

  /**
   * undici calls once for each HTTP chunk, and for all that one read completed without a break: they
   * go on together as soon as it has done so.
   */
  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#aborted) return
    if (this.#gatheredBytes + chunk.length > gatheredBytesMax) this.#handOn()
    // Whoever was handed it may have given up.
    if (this.#aborted) return
    this.#gathered.push(chunk)
    this.#gatheredBytes += chunk.length
    if (this.#gatheredBytes >= gatheredBytesMax) {
      if (this.#sink === null) controller.pause()
      else this.#handOn()
    } else if (this.#gathered.length === 1) queueMicrotask(() => this.#readDone())
  }

  onResponseEnd(): void {
    if (this.#aborted) return
    this.#ended = true
    this.#handOn()
    this.#sink?.end()
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    if (!this.#aborted) this.broken(error)
  }

  read(sink: BodySink): void {
    if (this.#aborted) return
    this.#sink = sink
    const wasOver = this.#ended
    // First, so that a reader who pauses at what it is given stays paused.
    if (!wasOver) this.#controller?.resume()
    this.#handOn()
    if (!wasOver) return
    if (this.#error !== null) this.#sink?.fail(this.#error)
    else this.#sink?.end()
  }

  #readDone(): void {
    if (this.#sink !== null) this.#handOn()
    else if (!this.#ended) this.#controller?.pause()
  }

  #handOn(): void {
    const pieces = this.#gathered
    const first = pieces[0]
    if (this.#sink === null || first === undefined) return
    const length = this.#gatheredBytes
    this.#gathered = []
    this.#gatheredBytes = 0
    this.#sink.data(pieces.length === 1 ? first : Buffer.concat(pieces, length))
  }

  pause(): void {
    if (!this.#ended) this.#controller?.pause()
  }

  resume(): void {
    if (!this.#ended && !this.#aborted) this.#controller?.resume()
  }
}

function flat(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  const made: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined)
      made[name.toLowerCase()] = Array.isArray(value) ? value.join(', ') : value
  }
  return made
}

const faultOf: Readonly<Record<string, TransportFault>> = {
  UND_ERR_INVALID_ARG: 'unsendable',
  ERR_INVALID_URL: 'unsendable',
  UND_ERR_CONNECT_TIMEOUT: 'timeout-connect',
  UND_ERR_HEADERS_TIMEOUT: 'timeout-headers',
  UND_ERR_BODY_TIMEOUT: 'timeout-idle',
  UND_ERR_HEADERS_OVERFLOW: 'too-large',
  HPE_HEADER_OVERFLOW: 'too-large',
  UND_ERR_SOCKET: 'cut',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'cut',
  ECONNRESET: 'cut',
  EPIPE: 'cut',
  ECONNREFUSED: 'connect',
  ENOTFOUND: 'connect',
  EAI_AGAIN: 'connect',
  EHOSTUNREACH: 'connect',
  ENETUNREACH: 'connect',
  ETIMEDOUT: 'timeout-connect',
  UND_ERR_ABORTED: 'aborted',
}

function transportError(error: unknown): TransportError {
  // A failed try of several addresses hides what each of them said; a wrapped error what it was.
  const chain = [error, causeOf(error), firstOf(error)]
  const own = chain.find((link) => link instanceof TransportError)
  if (own !== undefined) return own
  const code = chain.map(codeOf).find((found) => found !== null && found in faultOf) ?? null
  const any = code ?? codeOf(error) ?? ''
  const fault = faultOf[any] ?? (isUnreachable(any) ? 'connect' : 'malformed')
  return new TransportError(fault, error instanceof Error ? error.message : String(error))
}

const causeOf = (error: unknown): unknown => (error instanceof Error ? error.cause : undefined)

const firstOf = (error: unknown): unknown =>
  error instanceof AggregateError ? error.errors[0] : undefined

const isUnreachable = (code: string): boolean => code.startsWith('UND_ERR_PRX') || isTls(code)

const isTls = (code: string): boolean => /CERT|TLS|SSL|UNABLE_TO/.test(code)

const codeOf = (error: unknown): string | null =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string'
    ? error.code
    : null
