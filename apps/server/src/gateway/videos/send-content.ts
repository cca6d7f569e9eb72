import { phrase } from '@posthouse/contract/phrases'
import { Refusal } from '@posthouse/contract/refusal'
import { fileHeaders } from '../../tasks/file-headers.ts'
import type { Exchange } from '../exchange.ts'
import type { GatewayParts } from '../gateway-parts.ts'
import type { Reply } from '../wire/reply.ts'
import { ownVideo } from './own-videos.ts'
import { rangeOf } from '../../http/range.ts'
import type { AskedVideo } from './asked-video.ts'

/** `GET /v1/videos/{id}/content` */
export async function sendContent(
  parts: GatewayParts,
  { incoming, reply }: Exchange,
  asked: AskedVideo,
): Promise<null> {
  const variant = incoming.url.searchParams.get('variant') ?? 'video'
  if (variant !== 'video') {
    const reason = phrase('only the video is kept')
    throw new Refusal('model.field', { field: 'variant', reason })
  }
  const task = await ownVideo(parts, asked)
  if (task.open) throw new Refusal('task.not-finished', {})
  const [artefact] = task.artefacts
  const size = artefact === undefined ? null : await parts.tasks.files.size(task.id, artefact.name)
  if (artefact === undefined || size === null) throw new Refusal('task.file-gone', {})
  const range = rangeOf(incoming.request.headers.range, size)
  const headers = fileHeaders(artefact, { name: asked.id, disposition: 'attachment' })
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
