import { once } from 'node:events'
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * A supplier that answers as a test prescribes and records each call: the request, the bytes handed to the socket, and
 * how the connection ended. The first part of the path names the channel, so that one mock can be many suppliers:
 * `http://…/first/v1/chat/completions`.
 */
export type MockUpstream = AsyncDisposable & {
  readonly url: string
  readonly calls: MockCall[]
  of(model: string): MockCall[]
  /** Sets the answer for a model. Unknown models get a 404. */
  on(model: string, answer: Answer): void
  /** Sets the answer for all models without their own. */
  onAny(answer: Answer): void
  close(): Promise<void>
}

export type Answer = (call: MockCall) => void | Promise<void>

export type Body = Readonly<Record<string, unknown>>

export class MockCall {
  readonly channel: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: Body
  /** The first bytes of the body, unparsed, because a form is not JSON. */
  readonly raw: Buffer
  readonly length: number
  /** Bytes accepted by the socket. Bytes that it did not accept are not counted. */
  bytesAccepted = 0
  readonly sent: string[] = []
  /** Whether the connection is gone or the answer is complete. */
  ended = false
  readonly closed: Promise<'complete' | 'cut'>
  readonly #response: ServerResponse
  #cutByUs = false
  /** Whether the gateway closed the connection before the answer was complete. */
  abandoned = false

  constructor(request: IncomingMessage, response: ServerResponse, { body, raw, length }: Came) {
    const path = request.url ?? '/'
    this.channel = path.split('/')[1] ?? ''
    this.path = path.slice(this.channel.length + 1)
    this.headers = request.headers
    this.body = body
    this.raw = raw
    this.length = length
    this.#response = response
    const closed = Promise.withResolvers<'complete' | 'cut'>()
    this.closed = closed.promise
    response.on('close', () => {
      this.ended = true
      this.abandoned = !response.writableFinished && !this.#cutByUs
      closed.resolve(response.writableFinished ? 'complete' : 'cut')
    })
    response.on('error', () => {})
  }

  get model(): string {
    return String(this.body['model'])
  }

  head(status: number, headers: Readonly<Record<string, string>> = {}): void {
    if (this.ended) return
    this.#response.writeHead(status, headers)
    this.#response.flushHeaders()
  }

  json(status: number, value: unknown, headers: Readonly<Record<string, string>> = {}): void {
    this.text(status, JSON.stringify(value), { 'content-type': 'application/json', ...headers })
  }

  text(status: number, text: string, headers: Readonly<Record<string, string>> = {}): void {
    if (this.ended) return
    this.#response.writeHead(status, headers)
    this.sent.push(text)
    this.#response.end(text)
  }

  stream(): void {
    this.head(200, { 'content-type': 'text/event-stream' })
  }

  /** Resolves to true once the socket has accepted the chunk, and to false if the connection is gone. */
  async write(piece: string | Uint8Array): Promise<boolean> {
    if (this.ended) return false
    this.sent.push(typeof piece === 'string' ? piece : '')
    const taken = Promise.withResolvers<boolean>()
    this.#response.write(piece, (error) => taken.resolve(error == null))
    const accepted = await Promise.race([taken.promise, this.closed.then(() => false)])
    if (accepted) this.bytesAccepted += Buffer.byteLength(piece)
    return accepted
  }

  end(): void {
    if (!this.ended) this.#response.end()
  }

  /** Closes the connection in the middle of the answer, after the chunks already written. */
  cut(): void {
    this.#cutByUs = true
    this.#response.destroy()
  }

  reset(): void {
    this.#cutByUs = true
    this.#response.socket?.resetAndDestroy()
  }
}

export async function openMockUpstream(): Promise<MockUpstream> {
  const calls: MockCall[] = []
  const answers = new Map<string, Answer>()
  let anyAnswer: Answer = (call) =>
    call.json(404, { error: { message: 'no such model', type: 'invalid_request_error' } })

  const server = createServer((request, response) => {
    void readBody(request).then((came) => {
      const call = new MockCall(request, response, came)
      calls.push(call)
      return (answers.get(call.model) ?? anyAnswer)(call)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const close = async (): Promise<void> => {
    server.close()
    server.closeAllConnections()
    await once(server, 'close').catch(() => undefined)
  }
  return {
    url: `http://127.0.0.1:${port}`,
    calls,
    of: (model) => calls.filter((call) => call.model === model),
    on: (model, answer) => {
      answers.set(model, answer)
    },
    onAny: (answer) => {
      anyAnswer = answer
    },
    close,
    [Symbol.asyncDispose]: close,
  }
}

type Came = { readonly body: Body; readonly raw: Buffer; readonly length: number }

/** The most bytes of a body that are kept. Longer bodies are not parsed as JSON. */
const keptBytes = 32 * 1024 * 1024

async function readBody(request: IncomingMessage): Promise<Came> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of request) {
    if (length < keptBytes) chunks.push(chunk as Buffer)
    length += (chunk as Buffer).length
  }
  const raw = Buffer.concat(chunks)
  return { raw, length, body: jsonIn(raw) }
}

function jsonIn(raw: Buffer): Body {
  try {
    const value: unknown = JSON.parse(raw.toString('utf8'))
    return typeof value === 'object' && value !== null ? (value as Body) : {}
  } catch {
    return {}
  }
}
