import { joinBytes } from '../../lib/bytes.ts'
import { type ByteSource, TransportError } from './transport.ts'

/** Reads a body to its end. Rejects with a `TransportError` when it is longer than allowed, or with what `memory` throws. */
export function readWhole(
  source: ByteSource,
  bytesMax: number,
  memory?: { take(bytes: number): void },
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let length = 0
    let done = false
    source.read({
      data: (chunk) => {
        if (done) return
        length += chunk.length
        try {
          if (length > bytesMax)
            throw new TransportError('too-large', `more than ${bytesMax} bytes`)
          memory?.take(chunk.length)
          chunks.push(chunk)
        } catch (error) {
          done = true
          source.pause()
          reject(error)
        }
      },
      end: () => {
        if (!done) resolve(joinBytes(chunks))
      },
      fail: (error) => {
        if (!done) reject(error)
      },
    })
  })
}

/** The beginning of a body, for a message: whatever comes is enough. */
export async function readSome(source: ByteSource, bytesMax: number): Promise<string> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    let length = 0
    const finish = (): void => {
      source.pause()
      resolve(Buffer.concat(chunks).subarray(0, bytesMax).toString('utf8'))
    }
    source.read({
      data: (chunk) => {
        if (length >= bytesMax) return
        chunks.push(chunk)
        length += chunk.length
        if (length >= bytesMax) finish()
      },
      end: finish,
      fail: finish,
    })
  })
}
