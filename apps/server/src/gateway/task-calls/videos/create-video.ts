import { Refusal } from '@posthouse/contract/refusal'
import type { SpooledFile } from '../../../http/spool.ts'
import { removeUpload } from '../../../http/uploads/read-upload.ts'
import { videoSupplierOf } from '../../../tasks/kinds/videos/video-suppliers.ts'
import type { Exchange } from '../../exchange.ts'
import type { GatewayParts } from '../../gateway-parts.ts'
import { makeTask, type WantedTask } from '../make-task.ts'
import { ownVideo } from './own-videos.ts'
import { promptIn, readVideo, videoIn } from './read-video.ts'
import type { AskedVideo } from './asked-video.ts'
import { videoOf } from './video-shape.ts'

/** `POST /v1/videos` */
export async function createVideo(
  parts: GatewayParts,
  exchange: Exchange,
  { caller }: AskedVideo,
): Promise<object> {
  const { fields, files } = await readVideo(exchange, parts.spool)
  try {
    const { model, ...request } = videoIn(fields)
    const wanted = { ...own, caller, model, request, files, action: 'create', parent: null }
    return await makeVideo(parts, exchange, wanted)
  } finally {
    await removeUpload(files, parts.spool)
  }
}

/** `POST /v1/videos/{id}/remix`, at the supplier and with the key that made the video. */
export async function remixVideo(
  parts: GatewayParts,
  exchange: Exchange,
  { caller, id }: AskedVideo,
): Promise<object> {
  const parent = await ownVideo(parts, { caller, id })
  if (parent.status !== 'succeeded') throw new Refusal('task.not-finished', {})
  const { fields, files: ignored } = await readVideo(exchange, parts.spool)
  await removeUpload(ignored, parts.spool)
  const request = { ...parent.request, prompt: promptIn(fields) }
  return await makeVideo(parts, exchange, {
    ...own,
    caller,
    model: parent.model,
    request,
    files: [],
    action: 'remix',
    parent,
  })
}

type VideoRequest = Pick<
  WantedTask,
  'caller' | 'model' | 'request' | 'action' | 'parent' | 'dialect' | 'shown'
> & {
  readonly files: readonly SpooledFile[]
}

const own = { dialect: 'openai-videos', shown: videoOf } as const

export const makeVideo = (
  parts: GatewayParts,
  exchange: Exchange,
  wanted: VideoRequest,
): Promise<object> =>
  makeTask(parts, exchange, {
    ...wanted,
    kind: 'video',
    operation: 'video',
    // Always sent to the supplier, because the price depends on it. Missing values become the supplier's defaults.
    requestAt: ({ channel }) => {
      const { seconds, size } = videoSupplierOf(channel.type).usual
      const { request } = wanted
      return { ...request, seconds: request['seconds'] ?? seconds, size: request['size'] ?? size }
    },
  })
