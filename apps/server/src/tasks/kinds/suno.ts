import { segmentOf } from '@posthouse/llm/bytes/endpoint'
import { type Fields, fieldsOf, objectsIn, textOf } from '@posthouse/llm/bytes/fields'
import type { Task } from '../../domain/tasks/task.ts'
import { type AttemptFailure, noJson } from '../../upstream/attempt-failure.ts'
import type { Target } from '../../upstream/outgoing.ts'
import { wordsOf } from '../submit-task.ts'
import type { Poll, ResultFile, Submission, TaskRequest, TaskKind } from '../task-kind.ts'
import { fileAt, idIn, placeAt, progressIn } from './supplier-place.ts'
import { maskedFor } from './videos/video-supplier.ts'

const minuteMs = 60_000
const mebibyte = 1024 * 1024

/** The API of Suno-API: https://github.com/Suno-API/Suno-API */
export const suno: TaskKind = {
  deadlineMs: 60 * minuteMs,
  pauseMs: { first: 1_000, most: 15_000 },
  fileBytesMax: 128 * mebibyte,
  mediaTypes: [
    'audio/mpeg',
    'audio/wav',
    'audio/ogg',
    'video/mp4',
    'image/png',
    'image/jpeg',
    'image/webp',
  ],
  meters: ({ mv }) => [{ meter: 'call', amount: 1, attributes: { version: textOf(mv) ?? '' } }],
  submit: async (calls, target, asked) => {
    const url = placeAt(target, `/suno/submit/${asked.action.toLowerCase()}`)
    const answer = await calls.ask(target, { url, method: 'POST', body: bodyOf(asked) })
    if (answer.ok) return submissionOf(answer.fields, target)
    const { failure, sent } = answer
    return { ok: false, failure, mayRun: sent && failure.status === 0 }
  },
  poll: async (calls, target, task) => {
    const url = placeAt(target, `/suno/fetch/${segmentOf(task.supplierId)}`)
    const answer = await calls.ask(target, { url, method: 'GET', body: null })
    if (!answer.ok) {
      const words = wordsOf(answer.failure)
      return answer.failure.status === 404
        ? { is: 'failed', code: 'lost', words }
        : { is: 'unclear', words }
    }
    const told = fieldsOf(answer.fields['data'])
    return told === null
      ? { is: 'unclear', words: 'It says nothing of the task.' }
      : pollOf(told, target, task)
  },
}

function bodyOf({ request, parent, callback }: TaskRequest): Fields {
  const notify = callback('/suno/notify')
  return {
    ...request,
    ...(parent !== null && { task_id: parent.supplierId }),
    ...(notify !== null && { notify_hook: notify }),
  }
}

function submissionOf(fields: Fields, target: Target): Submission {
  if (fields['code'] !== 'success') {
    return { ok: false, failure: failureOf(fields, target), mayRun: false }
  }
  const supplierId = idIn(fields['data'])
  if (supplierId === null) return { ok: false, failure: noJson, mayRun: true }
  return { ok: true, supplierId, status: 'queued', progress: 0 }
}

function failureOf(fields: Fields, target: Target): AttemptFailure {
  const message = maskedFor(target, textOf(fields['message']) ?? '')
  return message === '' ? noJson : { ...noJson, class: 'overloaded', message }
}

function pollOf(told: Fields, target: Target, task: Task): Poll {
  const progress = progressIn(told)
  switch (told['status']) {
    case 'NOT_START':
    case 'SUBMITTED':
    case 'QUEUED':
      return { is: 'under-way', status: 'queued', progress }
    case 'IN_PROGRESS':
      return { is: 'under-way', status: 'running', progress }
    case 'SUCCESS':
      return task.action === 'LYRICS' ? lyricsOf(told) : songsOf(told, target)
    case 'FAILURE': {
      const words = maskedFor(target, textOf(told['fail_reason']) ?? '')
      return { is: 'failed', code: 'failed', words }
    }
    default:
      return { is: 'unclear', words: 'The status is none that is known.' }
  }
}

function lyricsOf({ data }: Fields): Poll {
  const lyrics = fieldsOf(data) ?? objectsIn(data)[0]
  const text = textOf(lyrics?.['text'])
  if (lyrics === undefined || text === null) {
    return { is: 'unclear', words: 'There are no lyrics in it.' }
  }
  const { id, title } = lyrics
  const result = { data: { id: idIn(id) ?? '', title: textOf(title) ?? '', text } }
  return { is: 'succeeded', result, files: [], meters: null }
}

const songsMost = 4
/** Result fields whose files are stored here. */
const fileFields = ['audio_url', 'image_url', 'video_url'] as const

function songsOf({ data }: Fields, target: Target): Poll {
  const songs = objectsIn(data).slice(0, songsMost)
  const files: ResultFile[] = []
  const kept = songs.map((song) => {
    const places: Record<string, number> = {}
    for (const name of fileFields) {
      const file = fileAt(target, textOf(song[name]))
      if (file === null) continue
      places[name] = files.length
      files.push(file)
    }
    return { ...songOf(song), places }
  })
  if (kept.length === 0 || kept.some(({ places }) => places['audio_url'] === undefined)) {
    return { is: 'unclear', words: 'There is no song in it.' }
  }
  return { is: 'succeeded', result: { data: kept }, files, meters: null }
}

function songOf(song: Fields): Fields {
  const metadata = fieldsOf(song['metadata']) ?? {}
  return {
    id: idIn(song['id']) ?? '',
    title: textOf(song['title']) ?? '',
    status: 'complete',
    model_name: textOf(song['model_name']) ?? '',
    metadata: {
      tags: textOf(metadata['tags']) ?? '',
      prompt: textOf(metadata['prompt']) ?? '',
      duration: metadata['duration'] ?? null,
    },
  }
}
