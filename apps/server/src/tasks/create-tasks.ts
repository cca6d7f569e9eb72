import { timingSafeEqual } from 'node:crypto'
import { Refusal } from '@posthouse/contract/refusal'
import type { Fields } from '@posthouse/llm/bytes/fields'
import type { CostRange } from '../charging/cost-range.ts'
import type { Task } from '../domain/tasks/task.ts'
import { giveUp } from './end-task.ts'
import { createTaskPoller, targetOf, type TaskPoller } from './poll-tasks.ts'
import {
  callbackText,
  estimateTask,
  type NewTask,
  submitTask,
  type SubmittedTask,
} from './submit-task.ts'
import { kindOf, type TaskParts } from './task-parts.ts'

/** The engine of tasks, for the doors. */
export type Tasks = Pick<TaskParts['tasks'], 'findOwn' | 'page'> &
  TaskPoller & {
    submit(asked: NewTask): Promise<SubmittedTask>
    /** What the task would cost. Refuses like `submit`, and begins nothing. */
    estimate(asked: NewTask): CostRange
    /** The secret of a link to a file of a task, for whoever has no key. */
    fileSecret(id: string, name: string): string
    /** A task by a link to a file of it; null: the secret is wrong, or the task is gone. */
    findLinked(id: string, name: string, secret: string): Promise<Task | null>
    /** A supplier says that a task has changed. It is believed nothing, but asked at once. False: the secret is wrong. */
    wake(id: string, secret: string): Promise<boolean>
    /** Asks the supplier something about a task; null: no answer. */
    inquire(task: Task, what: string): Promise<Fields | null>
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

const fileText = (id: string, name: string): string => `file ${id} ${name}`

/** In the same time, whatever differs. */
function isSame(given: string, right: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(right)]
  return one.length === other.length && timingSafeEqual(one, other)
}

export function createTasks(parts: TaskParts): Tasks {
  const { tasks, files, clock } = parts
  return {
    ...createTaskPoller(parts),
    findOwn: tasks.findOwn,
    page: tasks.page,
    files,
    submit: (asked) => submitTask(parts, asked),
    estimate: (asked) => estimateTask(parts, asked),
    inquire: async (task, what) => {
      const target = targetOf(parts, task)
      if (target === null || task.supplierId === '') return null
      return (await kindOf(parts, task.kind).inquire?.(parts.calls, target, task, what)) ?? null
    },
    fileSecret: (id, name) => parts.signLink(fileText(id, name)),
    findLinked: async (id, name, secret) =>
      isSame(secret, parts.signLink(fileText(id, name))) ? await tasks.find(id) : null,
    wake: async (id, secret) => {
      if (!isSame(secret, parts.signLink(callbackText(id)))) return false
      const task = await tasks.find(id)
      // One that no supplier has accepted yet is not looked at: that would end it.
      if (task?.open !== true || task.status === 'submitted') return true
      await tasks.hasten(id, clock.now())
      return true
    },
    cancel: (task) => cancel(parts, task),
    isCancellable: (task) => cancellationOf(parts, task) !== null,
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

type CancellableTask = Pick<Task, 'kind' | 'open' | 'status' | 'channelId' | 'keyId' | 'forwarded'>

/** Null: it has ended, or its supplier cannot stop it. */
function cancellationOf(parts: TaskParts, task: CancellableTask) {
  const { cancel: means } = parts.kinds[task.kind] ?? {}
  if (!task.open || task.status === 'submitted' || means === undefined) return null
  const target = targetOf(parts, task)
  return target !== null && means.isPossible(target) ? { means, target } : null
}

async function cancel(parts: TaskParts, task: Task): Promise<void> {
  const cancellation = cancellationOf(parts, task)
  if (cancellation === null) throw new Refusal('task.not-cancellable', {})
  const { means, target } = cancellation
  const stopped = await means.run(parts.calls, target, task)
  if (stopped === null) {
    // Another cancellation may have been first.
    if ((await parts.tasks.find(task.id))?.open === true) throw new Refusal('task.not-stopped', {})
    return
  }
  // What it has done is charged: it ends as the supplier says, at its next look.
  if (!stopped.refund) return await parts.tasks.hasten(task.id, parts.clock.now())
  await giveUp(parts, task, { status: 'cancelled', code: 'cancelled', words: '' })
}
