import type { IncomingMessage, ServerResponse } from 'node:http'

/** Answers up to this leave in one write with their head: copying them is cheaper than a second one. */
const oneWriteBytesMax = 16 * 1024

/** How long a client that is refused while it sends may go on sending into nothing. */
const lingerMs = 2_000

type Headers = Readonly<Record<string, string | number>>

/**
 * The answer to the client. It has one head and ends exactly once, whoever comes first: the end of
 * the answer, a failure, or the client who leaves.
 */
export class Reply {
  readonly #request: IncomingMessage
  readonly #response: ServerResponse
  /** Headers that every answer to this request carries. */
  readonly #always: Record<string, string>
  #contentType = ''
  #ended = false
  #left = false
  #whenLeft: (() => void) | null = null
  #whenDrained: (() => void) | null = null

  constructor(request: IncomingMessage, response: ServerResponse, always: Record<string, string>) {
    this.#request = request
    this.#response = response
    this.#always = always
    response.on('close', () => this.#closed())
    response.on('drain', () => this.#whenDrained?.())
    response.on('error', () => this.#closed())
    // A client that half-closes its side has left only when the connection is gone.
    request.on('aborted', () => this.#closed())
  }

  /** The client went before the answer was complete. */
  get left(): boolean {
    return this.#left
  }

  get ended(): boolean {
    return this.#ended
  }

  get headSent(): boolean {
    return this.#response.headersSent
  }

  /** Bytes handed over that the socket has not taken yet. */
  get pendingBytes(): number {
    return this.#response.writableLength
  }

  onLeft(told: (() => void) | null): void {
    this.#whenLeft = told
    if (this.#left) told?.()
  }

  onDrained(told: (() => void) | null): void {
    this.#whenDrained = told
  }

  addHeader(name: string, value: string): void {
    this.#always[name] = value
  }

  head(status: number, headers: Headers): void {
    if (this.#ended || this.headSent || this.#left) return
    this.#contentType = String(headers['content-type'] ?? '')
    this.#response.writeHead(status, { ...this.#always, ...headers })
  }

  /** False: wait for `onDrained` before writing more. */
  write(bytes: Uint8Array | string): boolean {
    if (this.#ended || this.#left) return true
    return this.#response.write(bytes)
  }

  end(bytes?: Uint8Array | string): void {
    if (this.#ended || this.#left) return
    this.#ended = true
    if (bytes === undefined) this.#response.end()
    else if (Buffer.isBuffer(bytes) && bytes.length <= oneWriteBytesMax) {
      // Node joins the head with text alone; in latin1 each byte is a character.
      this.#response.end(bytes.toString('latin1'), 'latin1')
    } else this.#response.end(bytes)
  }

  /** Breaks an answer off that cannot be completed: the client sees that it is not whole. */
  destroy(): void {
    this.#ended = true
    this.#response.destroy()
  }

  /** What the head said the answer is. */
  get isStream(): boolean {
    return this.#contentType.startsWith('text/event-stream')
  }

  /** A whole answer. */
  send(status: number, headers: Headers, body: Uint8Array | string): void {
    if (this.#ended || this.headSent || this.#left) return
    this.head(status, { ...headers, 'content-length': Buffer.byteLength(body) })
    this.end(body)
  }

  /**
   * A whole answer to a client that is still sending, and the end of the connection. What comes is
   * thrown away for a while: closing with bytes unread resets the connection, and the client may lose
   * the answer with it.
   */
  sendAndClose(status: number, headers: Headers, body: string): void {
    if (this.#ended || this.headSent || this.#left) return
    const length = Buffer.byteLength(body)
    this.head(status, { ...headers, connection: 'close', 'content-length': length })
    this.#ended = true
    // The answer is whole: whoever closes now has not left too early.
    this.#whenLeft = null
    this.#response.write(body)
    const end = (): void => {
      clearTimeout(patience)
      this.#request.off('end', end).off('close', end)
      this.#response.end()
    }
    const patience = setTimeout(end, lingerMs)
    this.#request.on('end', end).on('close', end).resume()
  }

  #closed(): void {
    if (this.#left || this.#response.writableFinished) return
    this.#left = true
    this.#whenLeft?.()
    this.#whenDrained?.()
  }
}
