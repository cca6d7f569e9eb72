import { textOf } from '@posthouse/llm/bytes/fields'
import type { Task } from '../../../domain/tasks/task.ts'

const prefix = 'video_'

/** The client-facing id of a task. */
const videoId = (taskId: string): string => `${prefix}${taskId.replaceAll('-', '')}`

/** The task id of a client-facing id, or null. */
export function taskIdIn(id: string): string | null {
  const [, a, b, c, d, e] =
    /^video_([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/.exec(id) ?? []
  return a === undefined ? null : [a, b, c, d, e].join('-')
}

const statuses: Readonly<Record<Task['status'], string>> = {
  submitted: 'queued',
  queued: 'queued',
  running: 'in_progress',
  succeeded: 'completed',
  failed: 'failed',
  expired: 'failed',
  cancelled: 'failed',
}

const secondsOf = (ms: number | null): number | null =>
  ms === null ? null : Math.floor(ms / 1_000)

/** https://platform.openai.com/docs/api-reference/videos/object */
export function videoOf(task: Task): object {
  const { request, result, failureCode: code, failure } = task
  const isFailed = statuses[task.status] === 'failed'
  return {
    id: videoId(task.id),
    object: 'video',
    model: task.model,
    status: statuses[task.status],
    progress: task.progress,
    created_at: secondsOf(task.createdAt),
    completed_at: task.status === 'succeeded' ? secondsOf(task.finishedAt) : null,
    expires_at: secondsOf(task.expiresAt),
    prompt: textOf(request['prompt']),
    seconds: textOf(result['seconds']) ?? textOf(request['seconds']),
    size: textOf(result['size']) ?? textOf(request['size']),
    remixed_from_video_id: task.parentId === '' ? null : videoId(task.parentId),
    error: isFailed ? { code, message: failure === '' ? code : failure } : null,
  }
}
