import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Refusal } from '@posthouse/contract/refusal'
import { PacedResponse } from '../../http/paced-response.ts'
import { headerText } from '../../lib/header-text.ts'
import { EventNumbers } from './event-numbers.ts'
import { JsonList } from './json-list.ts'

/** The time for which a refused client that sends may go on sending into nothing. */
const lingerMs = 2_000

type Headers = Readonly<Record<string, string | number>>

/** Values may be made of what callers and suppliers wrote: a head that Node refuses would cost the answer. */
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
  /** A stream goes out as a JSON list instead of as events. */
  readonly listed: boolean
  /** Events of a stream are numbered. */
  readonly numbered: boolean
}

/**
 * The answer to the client. It has one head and ends exactly once, whoever comes first: the end of
 * the answer, a failure, or the client who leaves.
 */
export class Reply {
  readonly #request: IncomingMessage
  readonly #response: ServerResponse
  readonly #out: PacedResponse
  /** Headers that every answer to this request carries. */
  readonly #always: Record<string, string>
  /** The client wants its stream as a list. */
  readonly #list: JsonList | null
  readonly #numbers: EventNumbers | null
  #contentType = ''
  #ended = false
  #left = false
  #stopped: Refusal | null = null
  #whenLeft: (() => void) | null = null
  #whenDrained: (() => void) | null = null
  /** The client's answer instead: what still comes is not for it. */
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
    // A client that half-closes its side has left only when the connection is gone.
    request.on('aborted', () => this.#closed())
    // Whoever is gone already is told of no more.
    if (response.closed) this.#closed()
  }

  /** The client went before the answer was complete. */
  get left(): boolean {
    return this.#left
  }

  get ended(): boolean {
    return this.#ended
  }

  get headSent(): boolean {
    return !this.#detached && this.#response.headersSent
  }

  /** Bytes handed over that the socket has not taken yet. */
  get pendingBytes(): number {
    return this.#detached ? 0 : this.#out.pendingBytes
  }

  /** Bytes of memory that what was handed over still takes. */
  get heldBytes(): number {
    return this.#detached ? 0 : this.#out.heldBytes
  }

  /** Told when nothing more is wanted: the client left, or it was stopped. */
  onLeft(told: (() => void) | null): void {
    this.#whenLeft = told
    if (this.#left || this.#stopped !== null) told?.()
  }

  onDrained(told: (() => void) | null): void {
    this.#whenDrained = told
  }

  /**
   * All that follows goes to nobody, or where `to` says, and is broken off by `leave` alone. Answers the reply
   * that the client gets instead.
   */
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

  /** We want no more of what follows: whoever makes it ends with this refusal. */
  stop(refusal: Refusal): void {
    if (this.#left || this.#ended || this.#stopped !== null) return
    this.#stopped = refusal
    this.#whenLeft?.()
  }

  /** The reason for which it was stopped; null: it was not. */
  get stopped(): Refusal | null {
    return this.#stopped
  }

  /** Bytes of memory that the client has yet to take, of this reply or of what it has instead. */
  get untakenBytes(): number {
    return this.#next?.untakenBytes ?? this.#out.heldBytes
  }

  /** Resolves when the client has taken what was written, or is gone. */
  async taken(): Promise<void> {
    const response = this.#response
    if (this.untakenBytes === 0 || response.closed) return
    await new Promise<void>((resolve) => {
      response.once('finish', resolve).once('close', resolve)
    })
  }

  /** Nobody wants what follows. */
  leave(): void {
    if (this.#left || this.#ended) return
    this.#left = true
    this.#whenLeft?.()
  }

  /** Nobody wants what follows, or what the client has instead. */
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

  /** Set while what is written are events that the client gets as a list. */
  get #stream(): JsonList | null {
    return this.isStream ? this.#list : null
  }

  /** False: wait for `onDrained` before writing more. */
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

  /** The number of the next event. */
  get sequence(): number {
    return this.#numbers?.next ?? 0
  }

  /** A stream may have an error event as its last bytes. */
  end(last?: Uint8Array | string): void {
    if (this.#ended || this.#left) return
    this.#ended = true
    if (this.#detached) return
    const bytes = this.#stream === null ? last : this.#stream.end(last?.toString())
    this.#out.end(bytes === undefined ? bytes : asBytes(bytes))
  }

  /** Breaks an answer off that cannot be completed: the client sees that it is not whole. */
  destroy(): void {
    this.#ended = true
    if (!this.#detached) this.#response.destroy()
  }

  /** The kind of answer that the head announced. */
  get isStream(): boolean {
    return this.#contentType.startsWith('text/event-stream')
  }

  /** A whole answer. */
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
   * A whole answer to a client that is still sending, and the end of the connection. What comes is
   * thrown away for a while: closing with bytes unread resets the connection, and the client may lose
   * the answer with it.
   */
  sendAndClose(status: number, headers: Headers, body: string): void {
    if (this.#ended || this.headSent || this.#left || this.#detached) return
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
    if (this.#left || this.#detached || this.#response.writableFinished) return
    this.#left = true
    this.#whenLeft?.()
    this.#whenDrained?.()
  }
}
