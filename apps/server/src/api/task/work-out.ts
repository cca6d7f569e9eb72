import type { Work as WorkReply, WorkFile as WorkFileReply } from '@posthouse/contract/calls/works'
import { type ErrorCode, errors, errorText } from '@posthouse/contract/errors'
import { type ListedTask, findListed } from '../../domain/tasks/task-list.ts'
import type { Work, WorkFile } from '../../domain/works/work-store.ts'
import type { SignedCall } from '../call.ts'
import { quotaOut, secondsOut } from '../present.ts'
import { taskOut } from './task-out.ts'

export const worksOut = (call: SignedCall, works: readonly Work[]): Promise<WorkReply[]> =>
  Promise.all(works.map((work) => workOut(call, work)))

/** A work, with the progress of its task at the supplier. */
export async function workOut(call: SignedCall, work: Work): Promise<WorkReply> {
  const { parts, caller } = call
  const task =
    work.taskId === '' ? null : await findListed(parts.db, { id: work.taskId, userId: caller.id })
  const row = task === null && work.requestId !== '' ? await parts.logs.find(work.requestId) : null
  return {
    id: work.id,
    studio: work.studio,
    model: work.model,
    title: work.title,
    inputs: work.inputs,
    ...work.call,
    sent: work.sent.map((file) => fileOut(work, file)),
    created_at: secondsOut(work.createdAt, 0),
    expires_at: secondsOut(work.expiresAt, 0),
    ...(task === null ? ownParts(call, work) : taskParts(call, task)),
    ...(task === null && {
      quota: row === null ? null : quotaOut(row.quota),
      log_id: row === null ? '' : String(row.id),
    }),
  }
}

const fileOut = ({ id }: Work, file: WorkFile): WorkFileReply => ({
  name: file.name,
  field: file.field,
  file_name: file.fileName,
  media_type: file.mediaType,
  bytes: file.bytes,
  url: `/api/work/file/${id}/${file.name}`,
})

const isKnown = (code: string): code is ErrorCode => code in errors

/** The state of a work without a task. */
const ownParts = ({ parts, language }: SignedCall, work: Work) => ({
  status: work.taskId === '' ? work.status : ('failed' as const),
  progress: work.status === 'running' ? 0 : 100,
  task_id: work.taskId,
  can_cancel: false,
  result: {},
  files: work.files.map((file) => fileOut(work, file)),
  failure_code: work.failureCode,
  failure:
    work.failure === '' && isKnown(work.failureCode)
      ? errorText(work.failureCode, {}, language)
      : work.failure,
  quota: null,
  refunded: 0,
  log_id: '',
  duration: Math.max(0, (work.finishedAt ?? parts.clock.now()) - work.createdAt),
})

const statusOf = ({ open, status }: ListedTask): WorkReply['status'] => {
  if (open) return 'running'
  return status === 'succeeded' ? 'succeeded' : 'failed'
}

/** The refund, or the released hold of a failed task. */
function returnedOf({ open, status, charged, refunded, held }: ListedTask): bigint {
  const isEndedInVain = !open && status !== 'succeeded'
  return isEndedInVain && refunded === 0n && charged === 0n ? held : refunded
}

function taskParts({ parts, caller }: SignedCall, task: ListedTask) {
  const out = taskOut(parts, task, { id: caller.id, administrator: false })
  return {
    status: statusOf(task),
    progress: out.progress,
    task_id: task.id,
    can_cancel: out.can_cancel,
    result: task.result,
    files: out.artefacts.map(({ name, media_type, bytes, url }) => ({
      name,
      field: '',
      file_name: '',
      media_type,
      bytes,
      url,
    })),
    failure_code: out.failure_code,
    failure: out.fail_reason,
    quota: task.open && task.charged === 0n ? null : out.quota,
    refunded: quotaOut(returnedOf(task)),
    log_id: out.log_id,
    duration: out.duration,
  }
}
