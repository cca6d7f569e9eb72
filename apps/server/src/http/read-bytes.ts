import type { IncomingMessage } from 'node:http'
import { Refusal } from '@posthouse/contract/refusal'
import { joinBytes } from '../lib/join-bytes.ts'
import type { MemoryLease } from './body-memory.ts'

/** Silence allowed between two pieces of a body, and the time for all of it. */
export type BodyTimes = { readonly silenceMs: number; readonly totalMs: number }

/** On the model APIs: with pictures and recordings, over slow lines. */
const longTimes: BodyTimes = { silenceMs: 30_000, totalMs: 300_000 }

/** The body of a request, up to a limit and within a time. Rejects with 408, 413 or 503. */
export function readBytes(
  request: IncomingMessage,
  bytesMax: number,
  memory: Pick<MemoryLease, 'take'>,
  { silenceMs, totalMs } = longTimes,
): Promise<Buffer> {
  const announced = Number(request.headers['content-length'] ?? 0)
  if (announced > bytesMax) return Promise.reject(tooLarge(bytesMax))
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let length = 0
    const silence = setTimeout(() => finish(new Refusal('request.timeout', {})), silenceMs)
    const total = setTimeout(() => finish(new Refusal('request.timeout', {})), totalMs)

    const finish = (refusal: Error | null): void => {
      clearTimeout(silence)
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
      silence.refresh()
    }
    const onEnd = (): void => finish(null)
    const onClose = (): void => finish(new ClientGone())
    request.on('data', onData).on('end', onEnd).on('close', onClose)
  })
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
