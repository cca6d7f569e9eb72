import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Refusal } from '@posthouse/contract/refusal'
import { PacedResponse } from '../../http/paced-response.ts'
import { headerText } from '../../lib/header-text.ts'
import { EventNumbers } from './event-numbers.ts'
import { JsonList } from './json-list.ts'

/** How long data from a refused client is read and discarded. */
const lingerMs = 2_000

type Headers = Readonly<Record<string, string | number>>

/** Cleans header values, which may contain text of callers and suppliers that Node would reject. */
const written = (headers: Headers): Record<string, string | number> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      typeof value === 'string' ? headerText(value) : value,
    ]),
  )

const asBytes = (bytes: Uint8Array | string): Uint8Array =>
  typeof bytes === 'string' ? Buffer.from(bytes) : bytes

export type ReplyTo = {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  /** The stream is sent as a JSON list instead of events. */
  readonly listed: boolean
  readonly numbered: boolean
}

/** The answer to the client. It has one head and ends exactly once: complete, by a failure, or because the client left. */
export class Reply {
  readonly #request: IncomingMessage
  readonly #response: ServerResponse
  readonly #out: PacedResponse
  /** Headers of every answer to this request. */
  readonly #always: Record<string, string>
  readonly #list: JsonList | null
  readonly #numbers: EventNumbers | null
  #contentType = ''
  #ended = false
  #left = false
  #stopped: Refusal | null = null
  #whenLeft: (() => void) | null = null
  #whenDrained: (() => void) | null = null
  /** The reply that the client gets instead, after `detach`. */
  #next: Reply | null = null
  #to: ((bytes: Uint8Array) => void) | null = null

  constructor({ request, response, listed, numbered }: ReplyTo, always: Record<string, string>) {
    this.#list = listed ? new JsonList() : null
    this.#numbers = numbered ? new EventNumbers() : null
    this.#request = request
    this.#response = response
    this.#out = new PacedResponse(response, () => this.#whenDrained?.())
    this.#always = always
    response.on('close', () => this.#closed())
    response.on('error', () => this.#closed())
    // A client that half-closes its side has left only once the connection is gone.
    request.on('aborted', () => this.#closed())
    // The client may have left already.
    if (response.closed) this.#closed()
  }

  /** The client left before the answer was complete. */
  get left(): boolean {
    return this.#left
  }

  get ended(): boolean {
    return this.#ended
  }

  get headSent(): boolean {
    return !this.#detached && this.#response.headersSent
  }

  /** Written bytes that the socket has not taken yet. */
  get pendingBytes(): number {
    return this.#detached ? 0 : this.#out.pendingBytes
  }

  /** Memory of the written bytes. */
  get heldBytes(): number {
    return this.#detached ? 0 : this.#out.heldBytes
  }

  /** Called when the client leaves or the reply is stopped. */
  onLeft(told: (() => void) | null): void {
    this.#whenLeft = told
    if (this.#left || this.#stopped !== null) told?.()
  }

  onDrained(told: (() => void) | null): void {
    this.#whenDrained = told
  }

  /** Sends everything that follows to `to`, or discards it, until `leave`. Returns the reply that the client gets instead. */
  detach(to: ((bytes: Uint8Array) => void) | null): Reply {
    this.#to = to
    const [request, response] = [this.#request, this.#response]
    this.#next = new Reply({ request, response, listed: false, numbered: false }, this.#always)
    if (this.#left) this.#next.leave()
    return this.#next
  }

  get #detached(): boolean {
    return this.#next !== null
  }

  /** Stops the answer; its producer ends with this refusal. */
  stop(refusal: Refusal): void {
    if (this.#left || this.#ended || this.#stopped !== null) return
    this.#stopped = refusal
    this.#whenLeft?.()
  }

  /** Why it was stopped, or null. */
  get stopped(): Refusal | null {
    return this.#stopped
  }

  /** Memory of bytes that the client has yet to take, of this reply or the one that replaced it. */
  get untakenBytes(): number {
    return this.#next?.untakenBytes ?? this.#out.heldBytes
  }

  /** Resolves when the client has taken everything written, or has left. */
  async taken(): Promise<void> {
    const response = this.#response
    if (this.untakenBytes === 0 || response.closed) return
    await new Promise<void>((resolve) => {
      response.once('finish', resolve).once('close', resolve)
    })
  }

  /** Discards what follows. */
  leave(): void {
    if (this.#left || this.#ended) return
    this.#left = true
    this.#whenLeft?.()
  }

  /** Discards what follows, and what the client gets instead. */
  cut(): void {
    this.leave()
    this.#next?.leave()
  }

  addHeader(name: string, value: string): void {
    this.#always[name] = value
  }

  head(status: number, headers: Headers): void {
    if (this.#ended || this.headSent || this.#left || this.#detached) return
    this.#contentType = String(headers['content-type'] ?? '')
    const type = this.#stream === null ? {} : { 'content-type': 'application/json; charset=UTF-8' }
    this.#response.writeHead(status, written({ ...this.#always, ...headers, ...type }))
  }

  /** Set while events are converted to a list. */
  get #stream(): JsonList | null {
    return this.isStream ? this.#list : null
  }

  /** Returns false if the caller must wait for `onDrained`. */
  write(bytes: Uint8Array | string): boolean {
    if (this.#ended || this.#left) return true
    this.#numbers?.see(bytes)
    if (this.#detached) {
      this.#to?.(Buffer.from(bytes))
      return true
    }
    const read = asBytes(bytes)
    return this.#out.write(this.#stream === null ? read : this.#stream.write(read))
  }

  get sequence(): number {
    return this.#numbers?.next ?? 0
  }

  /** `last` may be an error event. */
  end(last?: Uint8Array | string): void {
    if (this.#ended || this.#left) return
    this.#ended = true
    if (this.#detached) return
    const bytes = this.#stream === null ? last : this.#stream.end(last?.toString())
    this.#out.end(bytes === undefined ? bytes : asBytes(bytes))
  }

  /** Closes the connection of an answer that cannot be completed, so that the client notices. */
  destroy(): void {
    this.#ended = true
    if (!this.#detached) this.#response.destroy()
  }

  get isStream(): boolean {
    return this.#contentType.startsWith('text/event-stream')
  }

  /** Sends a whole answer. */
  send(status: number, headers: Headers, body: Uint8Array | string): void {
    if (this.#ended || this.headSent || this.#left || this.#detached) return
    this.#contentType = String(headers['content-type'] ?? '')
    const list = this.#stream
    const whole = list === null ? body : Buffer.concat([list.write(Buffer.from(body)), list.end()])
    this.head(status, { ...headers, 'content-length': Buffer.byteLength(whole) })
    this.#contentType = ''
    this.end(whole)
  }

  /**
   * Sends a whole answer to a client that is still sending, and closes the connection. Incoming bytes are discarded for a while, because
   * closing with unread bytes resets the connection and the client may lose the answer.
   */
  sendAndClose(status: number, headers: Headers, body: string): void {
    if (this.#ended || this.headSent || this.#left || this.#detached) return
    const length = Buffer.byteLength(body)
    this.head(status, { ...headers, connection: 'close', 'content-length': length })
    this.#ended = true
    // The answer is complete, so closing no longer counts as leaving.
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
    if (this.#left || this.#detached || this.#response.writableFinished) return
    this.#left = true
    this.#whenLeft?.()
    this.#whenDrained?.()
  }
}
