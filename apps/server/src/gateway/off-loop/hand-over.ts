import type { Worker } from 'node:worker_threads'
import { joinBytes } from '../../lib/join-bytes.ts'
import type { ToThread, Work } from './messages.ts'

/** Gives work to a thread. Its body is copied over several turns and moved then: a message would copy it in one. */
export async function handOver(worker: Worker, job: number, work: Work): Promise<void> {
  const body = bodyOf(work)
  if (body === null) return tell(worker, { job, work })
  const copy = await joinBytes([body])
  tell(worker, { job, work: withBody(work, copy) }, [copy.buffer])
}

const tell = (worker: Worker, message: ToThread, moved: readonly ArrayBuffer[] = []): void =>
  worker.postMessage(message, moved)

function bodyOf(work: Work): Uint8Array | null {
  if ('body' in work) return work.body
  return 'outgoing' in work ? work.outgoing.body : null
}

function withBody(work: Work, body: Buffer): Work {
  if ('body' in work) return { ...work, body }
  return 'outgoing' in work ? { ...work, outgoing: { ...work.outgoing, body } } : work
}
