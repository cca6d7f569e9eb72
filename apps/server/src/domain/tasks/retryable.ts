import type { Task, TaskStatus } from './task.ts'

const withoutResult: ReadonlySet<TaskStatus> = new Set(['failed', 'expired', 'cancelled'])

/** Why the request of a task cannot be submitted again; null: it can. */
export function whyNotRetryable({
  status,
  isWhole,
}: Pick<Task, 'status' | 'isWhole'>): 'task.not-retryable' | 'task.files-not-kept' | null {
  if (!withoutResult.has(status)) return 'task.not-retryable'
  return isWhole ? null : 'task.files-not-kept'
}
