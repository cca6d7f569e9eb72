import type { Decoded } from '@posthouse/llm/protocols/protocol'
import type { ModelRequest } from '@posthouse/llm/request'
import type { BodyKind, BodyReading } from '../surfaces/body-facts.ts'
import { readBody } from '../surfaces/read-body.ts'
import { type Helpers, prepare, type Preparation, type ToPrepare } from './prepare.ts'
import { createWorkerPool } from './worker-pool.ts'

/** Reads and writes bodies: small ones here, large ones off the event loop. */
export type BodyWorkers = {
  /** The facts of a body. */
  read(kind: BodyKind, body: Buffer): Promise<BodyReading>
  /** A body for a target. `known` spares reading a small one again. */
  prepare(
    toPrepare: ToPrepare,
    helpers: Helpers,
    known: Decoded<ModelRequest> | null,
  ): Promise<Preparation>
  close(): Promise<void>
}

/** Reading this much, translating it and writing it takes a few milliseconds. */
const inlineBytesMax = 256 * 1024

const nothing: Helpers = {
  fetch: () => Promise.reject(new Error('reading a body fetches nothing')),
  thoughts: () => Promise.reject(new Error('reading a body asks for no thoughts')),
}

export function createBodyWorkers(): BodyWorkers {
  const pool = createWorkerPool()
  return {
    async read(kind, body) {
      if (body.length <= inlineBytesMax) return readBody(kind, body)
      const done = await pool.run({ kind: 'read', as: kind, body }, body.length, nothing)
      if (done.kind !== 'read') throw new Error('a reading was asked for')
      return done.reading
    },
    async prepare({ target, outgoing }, helpers, known) {
      const { body } = outgoing
      if (body.length <= inlineBytesMax) return prepare({ target, outgoing }, helpers, known)
      const { channel, key, forwarded } = target
      const work = { kind: 'prepare', target: { channel, key, forwarded }, outgoing } as const
      const done = await pool.run(work, body.length, helpers)
      if (done.kind !== 'prepare') throw new Error('a preparation was asked for')
      const { prepared, asked } = done.preparation
      if ('failure' in prepared) return { prepared, asked }
      const { buffer, byteOffset, byteLength } = prepared.body
      return {
        prepared: { ...prepared, body: Buffer.from(buffer, byteOffset, byteLength) },
        asked,
      }
    },
    close: () => pool.close(),
  }
}
