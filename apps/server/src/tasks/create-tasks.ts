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

export type Tasks = Pick<TaskParts['tasks'], 'findOwn' | 'page'> &
  TaskPoller & {
    submit(asked: NewTask): Promise<SubmittedTask>
    /** Estimates the cost. Refuses like `submit`. */
    estimate(asked: NewTask): CostRange
    /** Secret of a link to a file that works without a key. */
    fileSecret(id: string, name: string): string
    /** The task of a file link; null if the secret is wrong or the task was deleted. */
    findLinked(id: string, name: string, secret: string): Promise<Task | null>
    /** Called on a supplier's notification, which is not trusted: the task is polled at once. False if the secret is wrong. */
    wake(id: string, secret: string): Promise<boolean>
    /** Asks the supplier about a task; null without an answer. */
    inquire(task: Task, what: string): Promise<Fields | null>
    /** Refuses 409 if the supplier cannot stop it or it has ended. */
    cancel(task: Task): Promise<void>
    isCancellable(task: CancellableTask): boolean
    /** Removes an ended task and its files from its owner's lists. Refuses 409 while it runs. */
    remove(task: Task): Promise<void>
    readonly files: Pick<TaskParts['files'], 'size' | 'read'>
    /** Deletes expired files. */
    removeOldFiles(): Promise<void>
  }

const oldAtOnce = 100

const fileText = (id: string, name: string): string => `file ${id} ${name}`

/** Compares in constant time. */
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
      // A task that no supplier has accepted yet must not be polled, because that would end it.
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

/** Null if it has ended or its supplier cannot stop it. */
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
    // Another cancellation may have succeeded.
    if ((await parts.tasks.find(task.id))?.open === true) throw new Refusal('task.not-stopped', {})
    return
  }
  // The supplier charges for it, so it ends with its next poll.
  if (!stopped.refund) return await parts.tasks.hasten(task.id, parts.clock.now())
  await giveUp(parts, task, { status: 'cancelled', code: 'cancelled', words: '' })
}
