import { dialects } from '../dialects.ts'
import { type Fields, parsedFields, textOf } from '../bytes/fields.ts'
import { wavOf } from '../bytes/wav.ts'
import { failureScript, withFault } from './faults.ts'
import { ordersOf } from './orders.ts'
import { pictureOf } from './picture.ts'
import { refusal } from './refusal.ts'
import { bytesOf, jsonScript, type SandboxRequest, type Script } from './script.ts'
import { pcmOf, samplesPerSecond } from './sounds/pcm.ts'
import { secondsIn, tonesOf } from './sounds/tones.ts'
import { progressOf, shownText, type TimedTask, timedId, timedTask, usualMs } from './timed-task.ts'

const dialect = dialects['openai-chat']

export const isSunoPath = (path: string): boolean => path.startsWith('/suno/')

/** The server of Suno-API: two songs for a description, or lyrics. */
export function suno(request: SandboxRequest): Script {
  const [, action] = /^\/suno\/submit\/(music|lyrics)$/.exec(request.path) ?? []
  if (request.method === 'POST' && action !== undefined) return startTask(request, action)
  const [, id = '', file] =
    /^\/suno\/fetch\/([^/]+)$/.exec(request.path) ??
    /^\/suno\/file\/([^/]+)\/(1\.wav|2\.wav|cover\.png)$/.exec(request.path) ??
    []
  const task = timedTask(id)
  if (task === null || task.end === 'lost') return refusal(dialect, 404, 'There is no such task')
  return file === undefined ? describeTask(id, task, request.now) : fileOf(task, file)
}

function startTask({ body, settings, now }: SandboxRequest, action: string): Script {
  const fields = parsedFields(new TextDecoder().decode(body))
  if (fields === null) return refusal(dialect, 400, 'The body is not a JSON object')
  const prompt = textOf(fields['gpt_description_prompt']) ?? textOf(fields['prompt']) ?? ''
  const orders = ordersOf(prompt, settings)
  const failed = failureScript(dialect, orders)
  if (failed !== null) return failed
  const text = shownText(prompt) || (textOf(fields['title']) ?? 'a song')
  const index = textOf(fields['continue_clip_id']) === null ? 0 : 1
  const takesMs = orders.delayMs ?? usualMs
  const id = timedId({ startedAt: now, takesMs, end: orders.task, action, index, text })
  const answer = { code: 'success', message: '', data: id }
  return withFault(jsonScript(200, answer), orders, dialect)
}

function describeTask(id: string, task: TimedTask, now: number): Script {
  if (task.end === 'html') {
    const page = '<!doctype html><html><body>Please wait</body></html>'
    return {
      ...jsonScript(200, {}),
      headers: { 'content-type': 'text/html' },
      pieces: [{ delayMs: 0, bytes: bytesOf(page) }],
    }
  }
  return jsonScript(200, { code: 'success', message: '', data: described(id, task, now) })
}

function described(id: string, task: TimedTask, now: number): Fields {
  const progress = progressOf(task, now)
  const isDone = progress === 100
  const isFailed = isDone && task.end === 'failed'
  return {
    task_id: id,
    action: task.action.toUpperCase(),
    status: isFailed ? 'FAILURE' : statusAt(progress),
    fail_reason: isFailed ? 'The sandbox was told to fail this song' : '',
    submit_time: Math.floor(task.startedAt / 1_000),
    start_time: Math.floor(task.startedAt / 1_000),
    finish_time: isDone ? Math.floor((task.startedAt + task.takesMs) / 1_000) : 0,
    progress: `${progress}%`,
    data: !isDone || isFailed ? null : resultOf(id, task),
  }
}

const statusAt = (progress: number): string =>
  progress === 100 ? 'SUCCESS' : progress < 10 ? 'QUEUED' : 'IN_PROGRESS'

const titleOf = ({ text, index }: TimedTask): string => (index === 0 ? text : `${text} (continued)`)

const lyricsOf = ({ text }: TimedTask): string =>
  `[Verse]\n${text},\nsung by a box of sand\n\n[Chorus]\nOh, ${text}`

const resultOf = (id: string, task: TimedTask): unknown =>
  task.action === 'lyrics'
    ? { id, status: 'complete', title: titleOf(task), text: lyricsOf(task) }
    : ['1', '2'].map((place) => songOf(id, task, place))

const songOf = (id: string, task: TimedTask, place: string): Fields => ({
  id: `${id}-${place}`,
  title: titleOf(task),
  status: 'complete',
  model_name: 'chirp-sandbox',
  audio_url: `/suno/file/${id}/${place}.wav`,
  image_url: `/suno/file/${id}/cover.png`,
  video_url: '',
  metadata: {
    tags: 'sandbox',
    prompt: lyricsOf(task),
    duration: secondsIn(tonesFor(task, place)),
  },
})

/** The second song is the slower one. */
const tonesFor = (task: TimedTask, place: string) => tonesOf(lyricsOf(task), place === '1' ? 2 : 1)

function fileOf(task: TimedTask, file: string): Script {
  const isCover = file === 'cover.png'
  const bytes = isCover
    ? pictureOf(titleOf(task), 192, 192)
    : wavOf(pcmOf(tonesFor(task, file.slice(0, 1))), samplesPerSecond)
  return {
    status: 200,
    headers: { 'content-type': isCover ? 'image/png' : 'audio/wav' },
    headDelayMs: 0,
    pieces: [{ delayMs: 0, bytes: task.end === 'wrong-file' ? bytesOf('no song') : bytes }],
    end: 'complete',
  }
}
