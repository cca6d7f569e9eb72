import { sandbox } from '@posthouse/llm/sandbox/sandbox'
import type { Piece, Script } from '@posthouse/llm/sandbox/script'
import {
  type BodySink,
  type ByteSource,
  type Opening,
  type Transport,
  TransportError,
  type UpstreamReply,
  type UpstreamRequest,
} from './transport.ts'

/** Carries a channel's `plugin.sandbox` to the sandbox; it goes to no supplier. */
export const sandboxHeader = 'x-posthouse-sandbox'

export type SandboxTransportOptions = {
  /** Serves names that are not `sandbox/…` too: for tests and benchmarks alone. */
  readonly anyModel?: boolean
}

/** The built-in upstream, played in this process: no socket, the same interface. */
export function sandboxTransport(options: SandboxTransportOptions = {}): Transport {
  return {
    open: (request) => {
      const script = sandbox({
        method: request.method,
        path: request.url.pathname,
        body: request.body ?? new Uint8Array(),
        files: (request.files ?? []).map(({ field, name, type, bytes, seconds }) => ({
          field,
          name,
          type,
          bytes,
          seconds,
        })),
        settings: settingsOf(request.headers[sandboxHeader]),
        anyModel: options.anyModel ?? false,
        now: Date.now(),
      })
      return new Play(script, request)
    },
    close: async () => {},
  }
}

export function settingsOf(header: string | undefined): Readonly<Record<string, unknown>> {
  if (header === undefined) return {}
  try {
    const settings: unknown = JSON.parse(header)
    return typeof settings === 'object' && settings !== null ? { ...settings } : {}
  } catch {
    return {}
  }
}

/** As much as goes out at a time of what needs no waiting. */
const readBytes = 16 * 1024

class Play implements Opening, ByteSource {
  readonly reply: Promise<UpstreamReply>
  readonly sent = true
  readonly #reply = Promise.withResolvers<UpstreamReply>()
  readonly #script: Script
  readonly #idleMs: number
  #timer: NodeJS.Timeout | undefined
  #scheduled = false
  #sink: BodySink | null = null
  #next = 0
  #waited = false
  #paused = false
  #done = false

  constructor(script: Script, { timeouts }: UpstreamRequest) {
    this.reply = this.#reply.promise
    this.#script = script
    this.#idleMs = timeouts.idleMs
    // Nothing to wait for: do not wait for the clock.
    if (script.headDelayMs === 0) {
      setImmediate(() => this.#open())
      return
    }
    const late = script.headDelayMs > timeouts.headersMs
    this.#timer = setTimeout(
      () => (late ? this.#fail('timeout-headers') : this.#open()),
      Math.min(script.headDelayMs, timeouts.headersMs),
    )
  }

  abort(): void {
    if (this.#done) return
    this.#fail('aborted')
  }

  read(sink: BodySink): void {
    this.#sink = sink
    this.#soon()
  }

  pause(): void {
    this.#paused = true
  }

  resume(): void {
    if (!this.#paused) return
    this.#paused = false
    this.#soon()
  }

  #soon(): void {
    if (this.#scheduled) return
    this.#scheduled = true
    setImmediate(() => {
      this.#scheduled = false
      this.#play()
    })
  }

  #open(): void {
    if (this.#done) return
    const { status, headers } = this.#script
    this.#reply.resolve({ status, headers, body: this })
  }

  #play(): void {
    if (this.#done || this.#paused || this.#sink === null) return
    const piece = this.#script.pieces[this.#next]
    if (piece === undefined) return this.#finish()
    if (piece.delayMs > 0 && !this.#waited) return this.#wait(piece)
    this.#waited = false
    this.#sink.data(this.#take())
    this.#soon()
  }

  #wait(piece: Piece): void {
    const late = piece.delayMs > this.#idleMs
    clearTimeout(this.#timer)
    this.#timer = setTimeout(
      () => {
        if (late) return this.#fail('timeout-idle')
        this.#waited = true
        this.#play()
      },
      Math.min(piece.delayMs, this.#idleMs),
    )
  }

  /** The next piece and those behind it that need no waiting. */
  #take(): Buffer {
    const taken: Uint8Array[] = []
    let length = 0
    for (;;) {
      const piece = this.#script.pieces[this.#next]
      if (piece === undefined || (taken.length > 0 && piece.delayMs > 0)) break
      if (taken.length > 0 && length + piece.bytes.length > readBytes) break
      taken.push(piece.bytes)
      length += piece.bytes.length
      this.#next += 1
    }
    return Buffer.concat(taken)
  }

  #finish(): void {
    if (this.#script.end === 'cut') return this.#fail('cut')
    this.#done = true
    this.#sink?.end()
  }

  #fail(fault: 'cut' | 'aborted' | 'timeout-headers' | 'timeout-idle'): void {
    if (this.#done) return
    this.#done = true
    clearTimeout(this.#timer)
    const error = new TransportError(fault, `the sandbox: ${fault}`)
    this.#reply.reject(error)
    if (fault !== 'aborted') this.#sink?.fail(error)
  }
}
