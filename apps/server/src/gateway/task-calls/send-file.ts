import { Refusal } from '@posthouse/contract/refusal'
import type { Task } from '../../domain/tasks/task.ts'
import { fileHeaders } from '../../tasks/file-headers.ts'
import type { Exchange } from '../exchange.ts'
import type { GatewayParts } from '../gateway-parts.ts'
import type { Reply } from '../reply/reply.ts'
import { rangeOf } from '../../http/range.ts'

export type SentFile = {
  /** Its place among the files of the task. */
  readonly place: number
  /** Without its ending. */
  readonly fileName: string
  readonly disposition: 'attachment' | 'inline'
}

/** Sends a file of a task, or the part of it that is asked for. Never a page of ours, whatever is in it. */
export async function sendFile(
  parts: GatewayParts,
  { incoming, reply }: Pick<Exchange, 'incoming' | 'reply'>,
  task: Task,
  { place, fileName, disposition }: SentFile,
): Promise<null> {
  if (task.open) throw new Refusal('task.not-finished', {})
  const artefact = task.artefacts[place]
  const size = artefact === undefined ? null : await parts.tasks.files.size(task.id, artefact.name)
  if (artefact === undefined || size === null) throw new Refusal('task.file-gone', {})
  const range = rangeOf(incoming.request.headers.range, size)
  const headers = fileHeaders(artefact, { name: fileName, disposition })
  if (range === null) {
    reply.send(416, { ...headers, 'content-range': `bytes */${size}` }, '')
    return null
  }
  const { start, end, isPart } = range
  reply.head(isPart ? 206 : 200, {
    ...headers,
    'content-length': end - start + 1,
    ...(isPart && { 'content-range': `bytes ${start}-${end}/${size}` }),
  })
  if (size === 0) reply.end()
  else await pipe(reply, parts.tasks.files.read(task.id, artefact.name, { start, end }))
  return null
}

type FileStream = ReturnType<GatewayParts['tasks']['files']['read']>

/** As fast as the client takes it. A file that breaks off breaks the answer off. */
function pipe(reply: Reply, file: FileStream): Promise<void> {
  return new Promise((resolve) => {
    const finish = (): void => {
      reply.onDrained(null)
      reply.onLeft(null)
      resolve()
    }
    file.on('data', (chunk) => {
      if (!reply.write(chunk)) file.pause()
    })
    file.once('end', () => {
      reply.end()
      finish()
    })
    file.once('error', () => {
      reply.destroy()
      finish()
    })
    reply.onDrained(() => file.resume())
    reply.onLeft(() => {
      file.destroy()
      finish()
    })
  })
}
