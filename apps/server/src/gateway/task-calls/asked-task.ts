import { authenticate } from '../1-authenticate.ts'
import { Refusal } from '@posthouse/contract/refusal'
import type { Task } from '../../domain/tasks/task.ts'
import type { Caller, Exchange } from '../exchange.ts'
import type { Answer, GatewayParts } from '../gateway-parts.ts'
import { taskIdIn } from './task-ids.ts'

/** A call about a task, with the captured groups of its path. */
export type AskedTask = { readonly caller: Caller; readonly words: readonly string[] }

export type TaskHandler = (
  parts: GatewayParts,
  exchange: Exchange,
  asked: AskedTask,
) => Promise<object | null>

/** Counts against the caller's request rate. */
export const forCaller =
  (handler: TaskHandler, words: readonly string[]): Answer =>
  async (parts, exchange) => {
    const caller = await authenticate(parts, exchange)
    try {
      return await handler(parts, exchange, { caller, words })
    } finally {
      caller.leave()
    }
  }

export type OwnTask = {
  readonly caller: Pick<Caller, 'owner'>
  readonly kind: string
  readonly id: string
}

/** Another user's id gets the same answer as an unknown id. */
export async function ownTask(parts: GatewayParts, asked: OwnTask): Promise<Task> {
  const task = await findOwnTask(parts, asked)
  if (task === null) throw new Refusal('task.not-found', { id: asked.id })
  return task
}

async function findOwnTask(
  { tasks }: GatewayParts,
  { caller, kind, id }: OwnTask,
): Promise<Task | null> {
  const taskId = taskIdIn(id)
  const task = taskId === null ? null : await tasks.findOwn(caller.owner.id, taskId)
  return task?.kind === kind ? task : null
}

/** The known ones, in the requested order. */
export async function ownTasks(
  parts: GatewayParts,
  { ids, ...asked }: Omit<OwnTask, 'id'> & { readonly ids: readonly string[] },
): Promise<readonly Task[]> {
  const found = await Promise.all(ids.map((id) => findOwnTask(parts, { ...asked, id })))
  return found.filter((task) => task !== null)
}

/** `POST …/notify/{id}/{secret}`. The body is not trusted; the task is polled instead. */
export const hearNotice =
  ([id = '', secret = '']: readonly string[]): Answer =>
  async ({ tasks }) => {
    if (!(await tasks.wake(id, secret))) throw new Refusal('task.not-found', { id })
    return { code: 1, description: 'success' }
  }
