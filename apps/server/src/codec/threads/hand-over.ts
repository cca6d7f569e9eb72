import type { Worker } from 'node:worker_threads'
import { joinBytes } from '../../lib/bytes.ts'
import type { ToThread, Work } from '../messages.ts'

/** Hands work to a thread. Copies its bytes over several turns and transfers the copy, because a message would copy them in one. */
export async function handOver(worker: Worker, job: number, work: Work): Promise<void> {
  const copies = new Map<Uint8Array, Buffer<ArrayBuffer>>()
  for (const bytes of new Set(bytesIn(work))) copies.set(bytes, await joinBytes([bytes]))
  const message: ToThread = { job, work: withCopies(work, copies) as Work }
  worker.postMessage(
    message,
    [...copies.values()].map(({ buffer }) => buffer),
  )
}

/** Nesting depth of bodies in a message. */
const depthMost = 3

function bytesIn(value: unknown, depth = 0): readonly Uint8Array[] {
  if (value instanceof Uint8Array) return value.length === 0 ? [] : [value]
  if (!isFields(value) || depth === depthMost) return []
  return Object.values(value).flatMap((each) => bytesIn(each, depth + 1))
}

function withCopies(
  value: unknown,
  copies: ReadonlyMap<Uint8Array, Uint8Array>,
  depth = 0,
): unknown {
  if (value instanceof Uint8Array) return copies.get(value) ?? value
  if (!isFields(value) || depth === depthMost) return value
  const fields = Object.entries(value).map(([name, each]) => [
    name,
    withCopies(each, copies, depth + 1),
  ])
  return Object.fromEntries(fields)
}

const isFields = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
