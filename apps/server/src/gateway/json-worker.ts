import { parentPort } from 'node:worker_threads'
import type { BodyKind } from './surfaces/body-facts.ts'
import { readBody } from './surfaces/read-body.ts'

type Question = { readonly id: number; readonly kind: BodyKind; readonly body: Uint8Array }

parentPort?.on('message', ({ id, kind, body }: Question) => {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  parentPort?.postMessage({ id, reading: readBody(kind, bytes) })
})
