import { connect, type Socket } from 'node:net'

const headEnd = Buffer.from('\r\n\r\n')
const contentMark = Buffer.from('"content":')
const chunkedEnd = Buffer.from('0\r\n\r\n')
const readBytes = 64 * 1024

export type Answered = {
  readonly ok: boolean
  readonly totalMs: number
  readonly firstContentMs: number
}

export type ConnectionEvents = {
  answered(connection: Connection, answered: Answered): void
  content(isFirst: boolean): void
  broken(connection: Connection): void
}

/**
 * One keep-alive connection with one request at a time. Reads as little of an answer as tells where
 * it ends: its length, or the last chunk.
 */
export class Connection {
  readonly #socket: Socket
  readonly #request: Buffer
  readonly #events: ConnectionEvents
  #startedAt = 0
  #firstContentAt = 0
  #status = 0
  /** Bytes of the body still to come; -1: chunked; null: the head is not complete. */
  #missing: number | null = null
  #head: Buffer = Buffer.alloc(0)
  #tail: Buffer = Buffer.alloc(0)
  #closing = false

  constructor(port: number, request: Buffer, events: ConnectionEvents) {
    this.#request = request
    this.#events = events
    this.#socket = connect({
      port,
      host: '127.0.0.1',
      noDelay: true,
      onread: {
        buffer: Buffer.alloc(readBytes),
        callback: (length, buffer) => {
          this.#take(Buffer.from(buffer.buffer, buffer.byteOffset, length))
          return true
        },
      },
    })
    this.#socket.on('error', () => this.#socket.destroy())
    this.#socket.on('close', () => {
      if (!this.#closing) events.broken(this)
    })
  }

  send(): void {
    this.#missing = null
    this.#firstContentAt = 0
    this.#head = this.#head.subarray(0, 0)
    this.#startedAt = performance.now()
    this.#socket.write(this.#request)
  }

  close(): void {
    this.#closing = true
    this.#socket.destroy()
  }

  #take(bytes: Buffer): void {
    const body = this.#missing === null ? this.#readHead(bytes) : bytes
    if (body === null || body.length === 0) return
    if (body.includes(contentMark)) {
      const isFirst = this.#firstContentAt === 0
      if (isFirst) this.#firstContentAt = performance.now()
      this.#events.content(isFirst)
    }
    if (this.#missing === -1) return this.#readChunked(body)
    this.#missing = (this.#missing ?? 0) - body.length
    if (this.#missing <= 0) this.#finish()
  }

  #readHead(bytes: Buffer): Buffer | null {
    // The buffer of the socket is used again for the next read: what is kept is copied.
    const all = this.#head.length === 0 ? bytes : Buffer.concat([this.#head, bytes])
    const end = all.indexOf(headEnd)
    if (end === -1) {
      this.#head = Buffer.from(all)
      return null
    }
    const text = all.toString('latin1', 0, end)
    this.#status = Number(text.slice(9, 12))
    const length = /\r\ncontent-length: *(\d+)/i.exec(text)
    this.#missing = length === null ? -1 : Number(length[1])
    return all.subarray(end + headEnd.length)
  }

  #readChunked(body: Buffer): void {
    const enough = body.length >= chunkedEnd.length
    const tail = enough ? body.subarray(-chunkedEnd.length) : Buffer.concat([this.#tail, body])
    if (tail.subarray(-chunkedEnd.length).equals(chunkedEnd)) return this.#finish()
    this.#tail = Buffer.from(tail.subarray(-chunkedEnd.length))
  }

  #finish(): void {
    const now = performance.now()
    this.#events.answered(this, {
      ok: this.#status === 200 && this.#firstContentAt > 0,
      totalMs: now - this.#startedAt,
      firstContentMs: this.#firstContentAt - this.#startedAt,
    })
  }
}
