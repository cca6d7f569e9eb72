import { type Fields, fieldsOf, objectsIn } from '@posthouse/llm/bytes/fields'
import type { Task } from '../../../domain/tasks/task.ts'
import type { Exchange } from '../../exchange.ts'
import type { GatewayParts } from '../../gateway-parts.ts'
import { type AskedTask, ownTask, ownTasks } from '../asked-task.ts'
import { fileLink } from '../file-link.ts'
import { idsIn, readFields, wordsBytesMost } from '../read-fields.ts'
import { shownId } from '../task-ids.ts'

const kind = 'suno'

/** `GET /suno/fetch/{id}` */
export async function fetchSong(
  parts: GatewayParts,
  exchange: Exchange,
  { caller, words: [id = ''] }: AskedTask,
): Promise<object> {
  return success(shownSong(parts, exchange, await ownTask(parts, { caller, kind, id })))
}

/** `POST /suno/fetch` */
export async function fetchSongs(
  parts: GatewayParts,
  exchange: Exchange,
  { caller }: AskedTask,
): Promise<object> {
  const ids = idsIn(await readFields(exchange, wordsBytesMost))
  const tasks = await ownTasks(parts, { caller, kind, ids })
  return success(tasks.map((task) => shownSong(parts, exchange, task)))
}

export const success = (data: unknown): object => ({ code: 'success', message: '', data })

const statuses: Readonly<Record<Task['status'], string>> = {
  submitted: 'SUBMITTED',
  queued: 'QUEUED',
  running: 'IN_PROGRESS',
  succeeded: 'SUCCESS',
  failed: 'FAILURE',
  expired: 'FAILURE',
  cancelled: 'FAILURE',
}

const secondsOf = (ms: number | null): number => (ms === null ? 0 : Math.floor(ms / 1_000))

/** A task in the format of Suno-API. */
function shownSong(parts: GatewayParts, exchange: Exchange, task: Task): object {
  const status = statuses[task.status]
  const isFailed = status === 'FAILURE'
  return {
    task_id: shownId(task.id),
    action: task.action,
    status,
    fail_reason: isFailed ? (task.failure === '' ? task.failureCode : task.failure) : '',
    submit_time: secondsOf(task.createdAt),
    start_time: secondsOf(task.startedAt ?? task.acceptedAt),
    finish_time: secondsOf(task.finishedAt),
    progress: isFailed ? '100%' : `${task.progress}%`,
    data: status === 'SUCCESS' ? resultOf(parts, exchange, task) : null,
  }
}

function resultOf(parts: GatewayParts, exchange: Exchange, task: Task): unknown {
  const { data } = task.result
  if (task.action === 'LYRICS') return data ?? null
  return objectsIn(data).map(({ places, ...song }) => ({
    ...song,
    ...linksOf(parts, exchange, { task, places: fieldsOf(places) ?? {} }),
  }))
}

const linksOf = (
  parts: GatewayParts,
  exchange: Exchange,
  { task, places }: { readonly task: Task; readonly places: Fields },
): Fields =>
  Object.fromEntries(
    ['audio_url', 'image_url', 'video_url'].map((name) => {
      const place = places[name]
      const hasFile = typeof place === 'number'
      return [name, hasFile ? fileLink(parts, exchange, { task, path: '/suno/file', place }) : '']
    }),
  )
