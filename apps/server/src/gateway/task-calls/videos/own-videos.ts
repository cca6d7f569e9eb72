import { Refusal } from '@posthouse/contract/refusal'
import { pageQuery } from '../../../domain/kept-answers/page-query.ts'
import type { Task } from '../../../domain/tasks/task.ts'
import type { Exchange } from '../../exchange.ts'
import type { GatewayParts } from '../../gateway-parts.ts'
import type { AskedVideo } from './asked-video.ts'
import { taskIdIn, videoOf } from './video-shape.ts'

/** `GET /v1/videos/{id}` */
export const getVideo = async (
  parts: GatewayParts,
  _: Exchange,
  asked: AskedVideo,
): Promise<object> => videoOf(await ownVideo(parts, asked))

/** `POST /v1/videos/{id}/cancel`, an addition of ours. The video stays in the list. */
export async function cancelVideo(
  parts: GatewayParts,
  _: Exchange,
  asked: AskedVideo,
): Promise<object> {
  await parts.tasks.cancel(await ownVideo(parts, asked))
  return videoOf(await ownVideo(parts, asked))
}

/** `DELETE /v1/videos/{id}`. A running video is stopped first, if the supplier can. */
export async function deleteVideo(
  parts: GatewayParts,
  _: Exchange,
  asked: AskedVideo,
): Promise<object> {
  const task = await ownVideo(parts, asked)
  if (parts.tasks.isCancellable(task)) await parts.tasks.cancel(task)
  await parts.tasks.remove(task)
  return { id: asked.id, object: 'video.deleted', deleted: true }
}

/** `GET /v1/videos` */
export async function listVideos(
  { tasks }: GatewayParts,
  { incoming }: Exchange,
  { caller }: AskedVideo,
): Promise<object> {
  const { after, limit, order } = pageQuery(incoming.url)
  const page = await tasks.page({
    userId: caller.owner.id,
    kind: 'video',
    after: after === null ? null : (taskIdIn(after) ?? unknown(after)),
    limit: limit + 1,
    order,
  })
  const data = page.slice(0, limit).map(videoOf)
  return {
    object: 'list',
    data,
    first_id: idOf(data[0]),
    last_id: idOf(data.at(-1)),
    has_more: page.length > limit,
  }
}

const idOf = (video: object | undefined): unknown =>
  video !== undefined && 'id' in video ? video.id : null

/** Another user's id gets the same answer as an unknown id. */
export async function ownVideo({ tasks }: GatewayParts, { caller, id }: AskedVideo): Promise<Task> {
  const task = await tasks.findOwn(caller.owner.id, taskIdIn(id) ?? unknown(id))
  return task?.kind === 'video' ? task : unknown(id)
}

function unknown(id: string): never {
  throw new Refusal('task.not-found', { id })
}
