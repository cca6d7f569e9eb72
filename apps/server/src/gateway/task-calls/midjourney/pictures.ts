import type { Answer, GatewayParts } from '../../gateway-parts.ts'
import { type AskedTask, ownTask } from '../asked-task.ts'
import { linkedTask } from '../file-link.ts'
import { sendFile } from '../send-file.ts'
import type { Exchange } from '../../exchange.ts'

/** `GET /mj/image/{id}`, for the owner. */
export async function sendPicture(
  parts: GatewayParts,
  exchange: Exchange,
  { caller, words: [, id = ''] }: AskedTask,
): Promise<null> {
  const task = await ownTask(parts, { caller, kind: 'midjourney', id })
  return await sendFile(parts, exchange, task, { place: 0, fileName: id, disposition: 'inline' })
}

/** Serves the signed link in `imageUrl`. */
export const sendLinkedPicture =
  ([, id = '', place = '', secret = '']: readonly string[]): Answer =>
  async (parts, exchange) => {
    const task = await linkedTask(parts, { id, place, secret })
    const file = { place: Number(place), fileName: id, disposition: 'inline' } as const
    return await sendFile(parts, exchange, task, file)
  }
