import type { Clock } from '../../lib/clock.ts'
import type { Reply } from './reply.ts'

export const streamHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache',
  'x-accel-buffering': 'no',
} as const

/**
 * Writes a comment into a silent stream. That commits the status but not the content, so another candidate may still answer. Uses one
 * timer per stream that checks the clock, instead of a reset on every write.
 */
export class KeepAlive {
  readonly #reply: Reply
  readonly #clock: Clock
  readonly #comment: string
  readonly #silenceMs: number
  #wroteAt: number
  #timer: NodeJS.Timeout | undefined

  constructor(reply: Reply, clock: Clock, options: { comment: string; silenceMs: number }) {
    this.#reply = reply
    this.#clock = clock
    this.#comment = options.comment
    this.#silenceMs = options.silenceMs
    this.#wroteAt = clock.monotonic()
    if (options.silenceMs > 0) this.#wait(options.silenceMs)
  }

  wrote(): void {
    this.#wroteAt = this.#clock.monotonic()
  }

  stop(): void {
    clearTimeout(this.#timer)
  }

  #wait(ms: number): void {
    this.#timer = setTimeout(() => this.#look(), ms)
    this.#timer.unref()
  }

  #look(): void {
    if (this.#reply.ended || this.#reply.left) return
    const silence = this.#clock.monotonic() - this.#wroteAt
    if (silence < this.#silenceMs) return this.#wait(this.#silenceMs - silence)
    // A client that does not read needs no comment.
    if (this.#reply.pendingBytes === 0) {
      this.#reply.head(200, streamHeaders)
      this.#reply.write(this.#comment)
    }
    this.wrote()
    this.#wait(this.#silenceMs)
  }
}
