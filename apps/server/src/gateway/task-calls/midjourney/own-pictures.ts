import { Refusal } from '@posthouse/contract/refusal'
import { type AskedTask, ownTask, ownTasks } from '../asked-task.ts'
import { idsIn, readFields, wordsBytesMost } from '../read-fields.ts'
import type { Exchange } from '../../exchange.ts'
import type { GatewayParts } from '../../gateway-parts.ts'
import { shownPicture } from './picture-shape.ts'

const kind = 'midjourney'

/** `GET /mj/task/{id}/fetch` */
export async function fetchPicture(
  parts: GatewayParts,
  exchange: Exchange,
  { caller, words: [, id = ''] }: AskedTask,
): Promise<object> {
  return shownPicture(parts, exchange, await ownTask(parts, { caller, kind, id }))
}

/** `POST /mj/task/list-by-condition` */
export async function listPictures(
  parts: GatewayParts,
  exchange: Exchange,
  { caller }: AskedTask,
): Promise<object> {
  const ids = idsIn(await readFields(exchange, wordsBytesMost))
  const tasks = await ownTasks(parts, { caller, kind, ids })
  return tasks.map((task) => shownPicture(parts, exchange, task))
}

/** `POST /mj/task/{id}/cancel` */
export async function cancelPicture(
  parts: GatewayParts,
  _: Exchange,
  { caller, words: [, id = ''] }: AskedTask,
): Promise<object> {
  await parts.tasks.cancel(await ownTask(parts, { caller, kind, id }))
  return { code: 1, description: 'success', properties: {}, result: id }
}

/** `GET /mj/task/{id}/image-seed` */
export async function seedOfPicture(
  parts: GatewayParts,
  _: Exchange,
  { caller, words: [, id = ''] }: AskedTask,
): Promise<object> {
  const task = await ownTask(parts, { caller, kind, id })
  if (task.status !== 'succeeded') throw new Refusal('task.not-finished', {})
  const seed = (await parts.tasks.inquire(task, 'image-seed'))?.['result']
  const text = typeof seed === 'number' ? String(seed) : seed
  if (typeof text !== 'string' || !/^\d{1,20}$/.test(text)) throw new Refusal('task.unanswered', {})
  return { code: 1, description: 'success', properties: {}, result: text }
}
