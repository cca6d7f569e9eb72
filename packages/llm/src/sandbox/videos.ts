import { dialects } from '../dialects.ts'
import { type Fields, parsedFields, textOf } from '../bytes/fields.ts'
import { clip } from './clip.ts'
import { failureScript, withFault } from './faults.ts'
import { ordersOf, type TaskEnd, taskEnds } from './orders.ts'
import { refusal } from './refusal.ts'
import { bytesOf, jsonScript, type SandboxRequest, type Script } from './script.ts'

const dialect = dialects['openai-chat']
const usualMs = 3_000

export const isVideoPath = (path: string): boolean => /^\/v1\/videos(\/|$)/.test(path)

/**
 * OpenAI's videos. Nothing is kept: the id says when a film was begun, how long it takes and how it ends, so that
 * every node tells the same of it.
 */
export function videos(request: SandboxRequest): Script {
  const [, id, action] = /^\/v1\/videos(?:\/([^/]+)(?:\/(\w+))?)?$/.exec(request.path) ?? []
  const isMaking = request.method === 'POST' && (id === undefined || action === 'remix')
  if (isMaking) return startTask(request, id ?? null)
  const film = filmOf(id ?? '')
  if (film === null || film.end === 'lost') return refusal(dialect, 404, 'There is no such video')
  return request.method === 'DELETE' ? stopped(film, request.now) : read(film, action, request)
}

function read(film: VideoTask, action: string | undefined, request: SandboxRequest): Script {
  if (action === undefined) return describeTask(film, request.now)
  return action === 'content' && progressOf(film, request.now) === 100
    ? contentOf(film)
    : refusal(dialect, 404, 'There is nothing to download')
}

type VideoTask = {
  readonly id: string
  readonly startedAt: number
  readonly takesMs: number
  readonly end: TaskEnd | null
  readonly seconds: string
  readonly size: string
}

function startTask(
  { body, settings, now, anyModel }: SandboxRequest,
  remixed: string | null,
): Script {
  const fields = parsedFields(new TextDecoder().decode(body))
  if (fields === null) return refusal(dialect, 400, 'The body is not a JSON object')
  const model = textOf(fields['model']) ?? ''
  if (remixed === null && !anyModel && !model.startsWith('sandbox/')) {
    return refusal(dialect, 404, `The sandbox serves sandbox/* only, not ${model}`)
  }
  const prompt = textOf(fields['prompt'])
  if (prompt === null || prompt.trim() === '') {
    return refusal(dialect, 400, 'prompt: a text is expected')
  }
  const orders = ordersOf(prompt, settings)
  const failed = failureScript(dialect, orders)
  if (failed !== null) return failed
  const { task: end, delayMs } = orders
  const [seconds, size] = [wordIn(fields, 'seconds', '4'), wordIn(fields, 'size', '720x1280')]
  const id = idOf({ startedAt: now, takesMs: delayMs ?? usualMs, end, seconds, size })
  const film = filmOf(id)
  if (film === null) return refusal(dialect, 400, 'seconds or size: 4 and 720x1280 are expected')
  return withFault(jsonScript(200, describe(film, now)), orders, dialect)
}

const wordIn = (fields: Fields, name: string, usual: string): string =>
  textOf(fields[name]) ?? usual

const idOf = ({ startedAt, takesMs, end, seconds, size }: Omit<VideoTask, 'id'>): string =>
  `video_${startedAt}_${takesMs}_${end ?? 'done'}_${seconds}_${size}`

function filmOf(id: string): VideoTask | null {
  const [, startedAt, takesMs, ended, seconds = '', size = ''] =
    /^video_(\d{1,15})_(\d{1,9})_([a-z-]+)_(\d{1,3})_(\d{2,5}x\d{2,5})$/.exec(id) ?? []
  if (startedAt === undefined) return null
  const end = taskEnds.find((name) => name === ended) ?? null
  return { id, startedAt: Number(startedAt), takesMs: Number(takesMs), end, seconds, size }
}

function progressOf({ startedAt, takesMs, end }: VideoTask, now: number): number {
  if (end === 'never') return 50
  const passed = Math.max(0, now - startedAt)
  return passed >= takesMs ? 100 : Math.floor((passed * 100) / takesMs)
}

function describeTask(film: VideoTask, now: number): Script {
  const script = jsonScript(200, describe(film, now))
  if (film.end !== 'html') return script
  return {
    ...script,
    headers: { 'content-type': 'text/html' },
    pieces: [
      { delayMs: 0, bytes: bytesOf('<!doctype html><html><body>Please wait</body></html>') },
    ],
  }
}

/** Nothing is kept: whoever asks again is told that it goes on. */
const stopped = (film: VideoTask, now: number): Script =>
  progressOf(film, now) === 100
    ? refusal(dialect, 409, 'The video is finished')
    : jsonScript(200, { id: film.id, object: 'video.deleted', deleted: true })

function describe(film: VideoTask, now: number): Fields {
  const progress = progressOf(film, now)
  const isFailed = progress === 100 && film.end === 'failed'
  return {
    id: film.id,
    object: 'video',
    status: isFailed ? 'failed' : statusAt(progress),
    progress,
    created_at: Math.floor(film.startedAt / 1_000),
    seconds: film.seconds,
    size: film.size,
    error: isFailed
      ? { code: 'video_generation_failed', message: 'The sandbox was told to fail this video' }
      : null,
  }
}

const statusAt = (progress: number): string =>
  progress === 100 ? 'completed' : progress < 10 ? 'queued' : 'in_progress'

const contentOf = ({ end }: VideoTask): Script => ({
  status: 200,
  headers: { 'content-type': 'video/mp4' },
  headDelayMs: 0,
  pieces: [
    {
      delayMs: 0,
      bytes: end === 'wrong-file' ? bytesOf('<script>alert(1)</script>, and no film') : clip(),
    },
  ],
  end: 'complete',
})
