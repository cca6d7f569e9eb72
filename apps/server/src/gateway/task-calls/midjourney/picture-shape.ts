import { listOf, fieldsOf, textOf } from '@posthouse/llm/bytes/fields'
import type { Task } from '../../../domain/tasks/task.ts'
import type { Exchange } from '../../exchange.ts'
import type { GatewayParts } from '../../gateway-parts.ts'
import { fileLink } from '../file-link.ts'
import { shownId } from '../task-ids.ts'

/** Tasks that wait for a second call, `modal`, with the details. */
export const waitsForModal: ReadonlySet<string> = new Set(['INPAINT', 'CUSTOM_ZOOM'])

const statuses: Readonly<Record<Task['status'], string>> = {
  submitted: 'NOT_START',
  queued: 'SUBMITTED',
  running: 'IN_PROGRESS',
  succeeded: 'SUCCESS',
  failed: 'FAILURE',
  expired: 'FAILURE',
  cancelled: 'FAILURE',
}

const statusOf = ({ status, action }: Task): string =>
  status === 'queued' && waitsForModal.has(action) ? 'MODAL' : statuses[status]

const wordOf = (value: unknown): string => textOf(value) ?? ''

/** A task in the format of midjourney-proxy. */
export function shownPicture(parts: GatewayParts, exchange: Exchange, task: Task): object {
  const { request, result, failure, failureCode } = task
  const prompt = wordOf(request['prompt'] ?? request['shownPrompt'])
  const isFailed = statuses[task.status] === 'FAILURE'
  return {
    id: shownId(task.id),
    action: task.action,
    prompt,
    promptEn: textOf(result['promptEn']) ?? prompt,
    description: wordOf(result['description']),
    state: wordOf(request['state']),
    submitTime: task.createdAt,
    startTime: task.startedAt ?? task.acceptedAt ?? 0,
    finishTime: task.finishedAt ?? 0,
    imageUrl: fileLink(parts, exchange, { task, path: '/mj/image', place: 0 }),
    status: statusOf(task),
    progress: isFailed ? '100%' : `${task.progress}%`,
    failReason: isFailed ? failure || failureCode : '',
    buttons: listOf(result['buttons']),
    properties: fieldsOf(result['properties']) ?? {},
    customId: wordOf(request['customId']),
    botType: textOf(request['botType']) ?? 'MID_JOURNEY',
  }
}
