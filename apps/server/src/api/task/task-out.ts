import type { Task as TaskReply, TaskDetail } from '@posthouse/contract/task'
import { numberOf, textOf } from '@posthouse/llm/bytes/fields'
import { whyNotRetryable } from '../../domain/tasks/retryable.ts'
import type { ListedTask } from '../../domain/tasks/task-list.ts'
import { cut } from '../../lib/cut.ts'
import type { ApiParts } from '../api-parts.ts'
import { idOut, quotaOut, secondsOut } from '../present.ts'
import { linkTo } from './task-links.ts'

export type TaskReader = { readonly id: bigint; readonly administrator: boolean }

type OutParts = Pick<ApiParts, 'seal' | 'clock' | 'tasks'>

const promptMost = 500

/** Only for the owner, who pays. */
const isRetryableBy = (readerId: bigint, task: ListedTask): boolean =>
  task.userId === readerId && whyNotRetryable(task) === null

/** Only administrators see the channel. */
export function taskOut(
  parts: OutParts,
  task: ListedTask,
  { id: readerId, administrator }: TaskReader,
): TaskReply {
  const { request, result } = task
  const isCharged = task.charged > 0n || !task.open
  return {
    id: task.id,
    platform: task.kind,
    action: task.action,
    model: task.model,
    status: task.status,
    code: numberOf(result['code']) ?? (task.acceptedAt === null ? 0 : 1),
    progress: task.progress,
    user_id: idOut(task.userId),
    username: task.username,
    token_name: task.tokenName,
    channel:
      administrator && task.channelName !== null
        ? { id: idOut(task.channelId), name: task.channelName }
        : null,
    submit_time: secondsOut(task.createdAt, 0),
    start_time: secondsOut(task.startedAt, 0),
    finish_time: secondsOut(task.finishedAt, 0),
    duration: Math.max(0, (task.finishedAt ?? parts.clock.now()) - task.createdAt),
    prompt: cut(textOf(request['prompt']) ?? '', promptMost),
    prompt_en: cut(textOf(result['promptEn']) ?? '', promptMost),
    failure_code: task.failureCode,
    fail_reason: task.failure,
    held: task.open && task.charged === 0n ? quotaOut(task.held) : 0,
    quota: quotaOut(task.charged),
    refunded: quotaOut(task.refunded),
    log_id: isCharged ? task.id : '',
    artefacts: task.artefacts.map(({ name, mediaType, bytes }) => ({
      name,
      media_type: mediaType,
      bytes,
      url: linkTo(parts, { id: task.id, name }),
    })),
    can_cancel: parts.tasks.isCancellable(task),
    can_retry: isRetryableBy(readerId, task),
  }
}

export const detailOut = (parts: OutParts, task: ListedTask, reader: TaskReader): TaskDetail => ({
  ...taskOut(parts, task, reader),
  prompt: textOf(task.request['prompt']) ?? '',
  prompt_en: textOf(task.result['promptEn']) ?? '',
  request: task.request,
  result: task.result,
})
