import { Refusal } from '@posthouse/contract/refusal'
import type { Task } from '../domain/tasks/task.ts'
import { giveUp } from './end-task.ts'
import { createTaskPoller, targetOf, type TaskPoller } from './poll-tasks.ts'
import { type NewTask, submitTask, type SubmittedTask } from './submit-task.ts'
import { kindOf, type TaskParts } from './task-parts.ts'

/** The engine of tasks, for the doors. */
export type Tasks = Pick<TaskParts['tasks'], 'findOwn' | 'page'> &
  TaskPoller & {
    submit(asked: NewTask): Promise<SubmittedTask>
    /** Refuses 409 where the supplier cannot stop it, or it has ended. */
    cancel(task: Task): Promise<void>
    /** Whether it can be tried. */
    isCancellable(task: CancellableTask): boolean
    /** Takes a task that has ended out of its owner's lists, with its files. Refuses 409 while it runs. */
    remove(task: Task): Promise<void>
    readonly files: Pick<TaskParts['files'], 'size' | 'read'>
    /** Removes files that were kept for long enough. */
    removeOldFiles(): Promise<void>
  }

const oldAtOnce = 100

export function createTasks(parts: TaskParts): Tasks {
  const { tasks, files, clock } = parts
  return {
    ...createTaskPoller(parts),
    findOwn: tasks.findOwn,
    page: tasks.page,
    files,
    submit: (asked) => submitTask(parts, asked),
    cancel: (task) => cancel(parts, task),
    isCancellable: (task) => isCancellable(parts, task),
    remove: async ({ id }) => {
      if (!(await tasks.remove(id, clock.now()))) throw new Refusal('task.running', {})
      await files.remove(id)
    },
    removeOldFiles: async () => {
      for (;;) {
        const old = await tasks.withOldFiles(clock.now(), oldAtOnce)
        for (const id of old) {
          await files.remove(id)
          await tasks.forgetFiles(id)
        }
        if (old.length < oldAtOnce) return
      }
    },
  }
}

type CancellableTask = Pick<Task, 'kind' | 'open' | 'status'>

const isCancellable = ({ kinds }: TaskParts, { kind, open, status }: CancellableTask): boolean =>
  open && status !== 'submitted' && kinds[kind]?.cancel !== undefined

async function cancel(parts: TaskParts, task: Task): Promise<void> {
  const kind = kindOf(parts, task.kind)
  const target = targetOf(parts, task)
  if (!isCancellable(parts, task) || kind.cancel === undefined || target === null) {
    throw new Refusal('task.not-cancellable', {})
  }
  const { refund } = await kind.cancel(parts.calls, target, task)
  // What it has done is charged: it ends as the supplier says, at its next look.
  if (!refund) return
  await giveUp(parts, task, { status: 'cancelled', code: 'cancelled', words: '' })
}
