import { Refusal } from '@posthouse/contract/refusal'
import type { TaskQuery } from '@posthouse/contract/task'
import type { z } from 'zod'
import { isAdministrator } from '../../domain/accounts/account.ts'
import {
  findListed,
  type ListedTask,
  listTasks,
  sumTasks as sumsOf,
} from '../../domain/tasks/task-list.ts'
import type { Handler, SignedCall } from '../call.ts'
import { quotaOut, secondsOut } from '../present.ts'
import { getTaskFile } from './get-task-file.ts'
import { detailOut, taskOut } from './task-out.ts'

const midjourney = 'midjourney'
const dayMs = 86_400_000

type Query = z.output<typeof TaskQuery>

async function pageOf({ parts, caller }: SignedCall, query: Query, userId: bigint | null) {
  const { tasks, total } = await listTasks(parts.db, { ...query, userId }, query)
  const reader = { id: caller.id, administrator: userId === null }
  return {
    data: tasks.map((task) => taskOut(parts, task, reader)),
    page: query.page,
    size: query.size,
    total_count: total,
  }
}

/** What only administrators filter by. */
const ownOnly = { channel_id: 0, username: '' } as const

async function sums({ parts }: SignedCall, platform: string, userId: bigint | null) {
  const since = parts.clock.now() - dayMs
  const { refundedQuota, ...counts } = await sumsOf(parts.db, { userId, platform, since })
  return { ...counts, refunded_quota: quotaOut(refundedQuota), since: secondsOut(since, 0) }
}

/** A task that the caller may see: their own, or any for an administrator. Another's does not exist. */
async function visible(id: string, { parts, caller }: SignedCall): Promise<ListedTask> {
  const userId = isAdministrator(caller) ? null : caller.id
  const task = await findListed(parts.db, { id, userId })
  if (task === null) throw new Refusal('task.not-found', { id })
  return task
}

const detail = async (id: string, call: SignedCall) =>
  detailOut(call.parts, await visible(id, call), {
    id: call.caller.id,
    administrator: isAdministrator(call.caller),
  })

const cancelTask: Handler<'cancelTask'> = async ({ params: { id } }, call) => {
  await visible(id, call)
  const task = await call.parts.taskStore.find(id)
  if (task === null) throw new Refusal('task.not-found', { id })
  await call.parts.tasks.cancel(task)
  return detail(id, call)
}

/** One's own only: nobody spends another's money. */
const retryTask: Handler<'retryTask'> = async ({ params: { id } }, call) => {
  const { parts, caller, address, requestId } = call
  const task = await parts.taskStore.findOwn(caller.id, id)
  if (task === null) throw new Refusal('task.not-found', { id })
  return detail(await parts.retryTask({ task, address, requestId }), call)
}

export const taskHandlers = {
  listTasks: ({ query }, call) => pageOf(call, query, null),
  listOwnTasks: ({ query }, call) => pageOf(call, { ...query, ...ownOnly }, call.caller.id),
  listMidjourney: ({ query }, call) => pageOf(call, { ...query, platform: midjourney }, null),
  listOwnMidjourney: ({ query }, call) =>
    pageOf(call, { ...query, ...ownOnly, platform: midjourney }, call.caller.id),
  sumTasks: ({ query }, call) => sums(call, query.platform, null),
  sumOwnTasks: ({ query }, call) => sums(call, query.platform, call.caller.id),
  getTask: ({ params }, call) => detail(params.id, call),
  getTaskFile,
  cancelTask,
  retryTask,
} satisfies { readonly [Name in TaskCall]: Handler<Name> }

type TaskCall =
  | 'listTasks'
  | 'listOwnTasks'
  | 'listMidjourney'
  | 'listOwnMidjourney'
  | 'sumTasks'
  | 'sumOwnTasks'
  | 'getTask'
  | 'getTaskFile'
  | 'cancelTask'
  | 'retryTask'
