import { textOf } from '@posthouse/llm/bytes/fields'
import type { Task } from '../../../domain/tasks/task.ts'
import type { Exchange } from '../../exchange.ts'
import type { GatewayParts } from '../../gateway-parts.ts'
import { fileLink } from '../file-link.ts'
import { shownId } from '../task-ids.ts'

const statuses: Readonly<Record<Task['status'], string>> = {
  submitted: 'submitted',
  queued: 'submitted',
  running: 'processing',
  succeeded: 'succeed',
  failed: 'failed',
  expired: 'failed',
  cancelled: 'failed',
}

/** https://app.klingai.com/global/dev/document-api/apiReference/model/textToVideo */
export function shownVideo(parts: GatewayParts, exchange: Exchange, task: Task): object {
  const { request, result, failure, failureCode } = task
  const id = shownId(task.id)
  const url = fileLink(parts, exchange, { task, path: '/kling/file', place: 0 })
  const duration = textOf(result['seconds']) ?? textOf(request['seconds'])
  return {
    code: 0,
    message: 'SUCCEED',
    request_id: exchange.incoming.id,
    data: {
      task_id: id,
      task_status: statuses[task.status],
      task_status_msg: failure === '' ? failureCode : failure,
      created_at: task.createdAt,
      updated_at: task.finishedAt ?? task.startedAt ?? task.acceptedAt ?? task.createdAt,
      ...(task.status === 'succeeded' && {
        task_result: { videos: url === '' ? [] : [{ id, url, duration }] },
      }),
    },
  }
}
