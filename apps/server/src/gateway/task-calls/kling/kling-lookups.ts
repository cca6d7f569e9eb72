import type { Task } from '../../../domain/tasks/task.ts'
import type { Exchange } from '../../exchange.ts'
import type { GatewayParts, Lookup } from '../../gateway-parts.ts'
import { makeVideo } from '../videos/create-video.ts'
import { type AskedTask, forCaller, ownTask } from '../asked-task.ts'
import { linkedTask } from '../file-link.ts'
import { readFields } from '../read-fields.ts'
import { sendFile } from '../send-file.ts'
import { klingRequestIn } from './kling-request.ts'
import { shownVideo } from './kling-shape.ts'

/** Fits a picture of 10 MB as base64. */
const bytesMost = 14 * 1024 * 1024

/** `POST /kling/v1/videos/{text2video|image2video}` */
async function createVideo(
  parts: GatewayParts,
  exchange: Exchange,
  { caller, words: [way] }: AskedTask,
): Promise<object> {
  const fields = await readFields(exchange, bytesMost)
  return await makeVideo(parts, exchange, {
    ...klingRequestIn(fields, way === 'image2video'),
    caller,
    action: 'create',
    parent: null,
    dialect: 'kling-videos',
    shown: (task: Task) => shownVideo(parts, exchange, task),
  })
}

/** `GET /kling/v1/videos/{text2video|image2video}/{id}` */
const getVideo = async (
  parts: GatewayParts,
  exchange: Exchange,
  { caller, words: [, id = ''] }: AskedTask,
): Promise<object> =>
  shownVideo(parts, exchange, await ownTask(parts, { caller, kind: 'video', id }))

/** Serves a signed link to a video. */
async function sendLinkedVideo(
  parts: GatewayParts,
  exchange: Exchange,
  [id = '', place = '', secret = '']: readonly string[],
): Promise<null> {
  const task = await linkedTask(parts, { id, place, secret })
  const file = { place: Number(place), fileName: id, disposition: 'inline' } as const
  return await sendFile(parts, exchange, task, file)
}

/** Kling AI's endpoints. */
export function klingLookupAt(pathname: string): Lookup | null {
  const [, way, id] =
    /^\/kling\/v1\/videos\/(text2video|image2video)(?:\/([^/]+))?$/.exec(pathname) ?? []
  if (way !== undefined) {
    return {
      answers:
        id === undefined
          ? { POST: forCaller(createVideo, [way]) }
          : { GET: forCaller(getVideo, [way, id]) },
    }
  }
  const [file, ...words] =
    /^\/kling\/file\/([^/]+)\/(\d{1,2})\/([\w-]{1,100})$/.exec(pathname) ?? []
  return file === undefined
    ? null
    : { answers: { GET: (parts, exchange) => sendLinkedVideo(parts, exchange, words) } }
}
