import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { Refusal } from '@posthouse/contract/refusal'
import { systemClock } from '../lib/clock.ts'
import { joinBytes } from '../lib/bytes.ts'
import type { MemoryLease } from './body-memory.ts'

/** Silence allowed between two pieces of a body, which bytes buy back, and the time for all of it. */
export type BodyTimes = { readonly silenceMs: number; readonly totalMs: number }

/** On the model APIs: with pictures and recordings, over slow lines. */
export const longTimes: BodyTimes = { silenceMs: 30_000, totalMs: 300_000 }

/** Whoever sends more slowly in the long run uses up the silence that is allowed. A slow phone sends thrice as much. */
export const bytesPerSecondMin = 16 * 1024

/** The body of a request, up to a limit and within a time. Rejects with 408, 413 or 503. */
export function readBytes(
  request: Readable & Pick<IncomingMessage, 'headers'>,
  bytesMax: number,
  memory: Pick<MemoryLease, 'take'>,
  { silenceMs, totalMs } = longTimes,
): Promise<Buffer> {
  const announced = Number(request.headers['content-length'] ?? 0)
  if (announced > bytesMax) return Promise.reject(tooLarge(bytesMax))
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let length = 0
    const timedOut = (): void => finish(new Refusal('request.timeout', {}))
    const patience = new Patience(silenceMs, timedOut)
    const total = setTimeout(timedOut, totalMs)

    const finish = (refusal: Error | null): void => {
      patience.stop()
      clearTimeout(total)
      request.off('data', onData).off('end', onEnd).off('close', onClose)
      if (refusal === null) return resolve(joinBytes(chunks))
      // What still comes is kept by nobody: the answer throws it away and closes the connection.
      request.pause()
      reject(refusal)
    }
    const onData = (chunk: Buffer): void => {
      length += chunk.length
      if (length > bytesMax) return finish(tooLarge(bytesMax))
      const refusal = refusalOf(() => memory.take(chunk.length))
      if (refusal !== null) return finish(refusal)
      chunks.push(chunk)
      patience.earn((chunk.length / bytesPerSecondMin) * 1_000)
    }
    const onEnd = (): void => finish(null)
    const onClose = (): void => finish(new ClientGone())
    request.on('data', onData).on('end', onEnd).on('close', onClose)
  })
}

/** A time that runs out unless it is earned back, and is never longer than at first. */
export class Patience {
  readonly #mostMs: number
  readonly #out: () => void
  /** Monotonic. */
  #endsAt: number
  #timer: NodeJS.Timeout

  constructor(mostMs: number, out: () => void) {
    this.#mostMs = mostMs
    this.#out = out
    this.#endsAt = systemClock.monotonic() + mostMs
    this.#timer = setTimeout(() => this.#look(), mostMs)
  }

  earn(ms: number): void {
    this.#endsAt = Math.min(systemClock.monotonic() + this.#mostMs, this.#endsAt + ms)
  }

  stop(): void {
    clearTimeout(this.#timer)
  }

  /** What was earned since is waited for. */
  #look(): void {
    const leftMs = this.#endsAt - systemClock.monotonic()
    if (leftMs > 0) this.#timer = setTimeout(() => this.#look(), Math.ceil(leftMs))
    else this.#out()
  }
}

function refusalOf(work: () => void): Refusal | null {
  try {
    work()
    return null
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}

/** The client went before its request was complete: there is nobody to refuse. */
export class ClientGone extends Error {
  override readonly name = 'ClientGone'
}

const tooLarge = (limit: number): Refusal => new Refusal('request.too-large', { limit })
