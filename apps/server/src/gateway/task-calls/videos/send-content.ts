import { phrase } from '@posthouse/contract/phrases'
import { Refusal } from '@posthouse/contract/refusal'
import type { Exchange } from '../../exchange.ts'
import type { GatewayParts } from '../../gateway-parts.ts'
import { sendFile } from '../send-file.ts'
import { ownVideo } from './own-videos.ts'
import type { AskedVideo } from './asked-video.ts'

/** `GET /v1/videos/{id}/content` */
export async function sendContent(
  parts: GatewayParts,
  exchange: Exchange,
  asked: AskedVideo,
): Promise<null> {
  const variant = exchange.incoming.url.searchParams.get('variant') ?? 'video'
  if (variant !== 'video') {
    const reason = phrase('only the video is kept')
    throw new Refusal('model.field', { field: 'variant', reason })
  }
  const task = await ownVideo(parts, asked)
  const file = { place: 0, fileName: asked.id, disposition: 'attachment' } as const
  return await sendFile(parts, exchange, task, file)
}
