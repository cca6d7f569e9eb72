import { Worker } from 'node:worker_threads'
import type { BodyKind, BodyReading } from './surfaces/body-facts.ts'
import { readBody } from './surfaces/read-body.ts'

/** Reads the facts of a body: small ones here, big ones off the event loop. */
export type JsonReader = {
  read(kind: BodyKind, body: Buffer): Promise<BodyReading>
  close(): Promise<void>
}

/** Parsing this much takes about 4 ms. */
const inlineBytesMax = 1024 * 1024

type Pending = { resolve(reading: BodyReading): void; reject(error: Error): void }
type Answer = { readonly id: number; readonly reading: BodyReading }

export function createJsonReader(): JsonReader {
  const pending = new Map<number, Pending>()
  let worker: Worker | null = null
  let last = 0

  const fail = (error: Error): void => {
    worker = null
    for (const waiting of pending.values()) waiting.reject(error)
    pending.clear()
  }
  const start = (): Worker => {
    const started = new Worker(new URL('./json-worker.ts', import.meta.url))
    started.on('message', ({ id, reading }: Answer) => {
      pending.get(id)?.resolve(reading)
      pending.delete(id)
      // A worker that has nothing to do must not keep the process alive.
      if (pending.size === 0) started.unref()
    })
    started.on('error', fail)
    started.on('exit', () => fail(new Error('the JSON worker ended')))
    return started
  }
  return {
    read: async (kind, body) => {
      if (body.length <= inlineBytesMax) return readBody(kind, body)
      worker ??= start()
      worker.ref()
      const id = (last += 1)
      const answer = new Promise<BodyReading>((resolve, reject) => {
        pending.set(id, { resolve, reject })
      })
      worker.postMessage({ id, kind, body })
      return answer
    },
    close: async () => {
      await worker?.terminate()
    },
  }
}
