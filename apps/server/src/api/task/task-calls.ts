import { Refusal } from '@posthouse/contract/refusal'
import type { TaskQuery } from '@posthouse/contract/task'
import type { z } from 'zod'
import { isAdministrator } from '../../domain/accounts/account.ts'
import {
  findListed,
  type ListedTask,
  listTasks as listedTasks,
  sumTasks as sumListed,
} from '../../domain/tasks/task-list.ts'
import { rangeOf } from '../../http/range.ts'
import { fileHeaders } from '../../tasks/file-headers.ts'
import type { Handler, Handlers, SignedCall } from '../call.ts'
import { quotaOut, secondsOut } from '../present.ts'
import { checkLink } from './task-links.ts'
import { detailOut, taskOut } from './task-out.ts'

const midjourney = 'midjourney'

/** Clears the filters that only administrators have. */
const noAdministratorFilters = { channel_id: 0, username: '' } as const

const listTasks: Handler<'listTasks'> = ({ query }, call) => pageOf(call, query, null)

const listOwnTasks: Handler<'listOwnTasks'> = ({ query }, call) =>
  pageOf(call, { ...query, ...noAdministratorFilters }, call.caller.id)

const listMidjourney: Handler<'listMidjourney'> = ({ query }, call) =>
  pageOf(call, { ...query, platform: midjourney }, null)

const listOwnMidjourney: Handler<'listOwnMidjourney'> = ({ query }, call) =>
  pageOf(call, { ...query, ...noAdministratorFilters, platform: midjourney }, call.caller.id)

type Query = z.output<typeof TaskQuery>

async function pageOf({ parts, caller }: SignedCall, query: Query, userId: bigint | null) {
  const { tasks, total } = await listedTasks(parts.db, { ...query, userId }, query)
  const reader = { id: caller.id, administrator: userId === null }
  return {
    data: tasks.map((task) => taskOut(parts, task, reader)),
    page: query.page,
    size: query.size,
    total_count: total,
  }
}

const sumTasks: Handler<'sumTasks'> = ({ query }, call) => sumsOf(call, query.platform, null)

const sumOwnTasks: Handler<'sumOwnTasks'> = ({ query }, call) =>
  sumsOf(call, query.platform, call.caller.id)

const dayMs = 86_400_000

async function sumsOf({ parts }: SignedCall, platform: string, userId: bigint | null) {
  const since = parts.clock.now() - dayMs
  const { refundedQuota, ...counts } = await sumListed(parts.db, { userId, platform, since })
  return { ...counts, refunded_quota: quotaOut(refundedQuota), since: secondsOut(since, 0) }
}

const getTask: Handler<'getTask'> = ({ params }, call) => detailOf(params.id, call)

const getTaskFile: Handler<'getTaskFile'> = async ({ params, query }, { parts, range }) => {
  checkLink(parts, params, query)
  const { id, name } = params
  const task = await parts.taskStore.find(id)
  if (task === null) throw new Refusal('task.not-found', { id })
  const artefact = task.artefacts.find((one) => one.name === name)
  const size = artefact === undefined ? null : await parts.tasks.files.size(id, name)
  if (artefact === undefined || size === null) throw new Refusal('task.file-gone', {})
  const headers = fileHeaders(artefact, { name: `${id}-${name}`, disposition: 'inline' })
  const wanted = rangeOf(range, size)
  if (wanted === null) {
    const outside = { ...headers, 'content-range': `bytes */${size}` }
    return { status: 416, headers: outside, open: nothing }
  }
  const { start, end, isPart } = wanted
  return {
    status: isPart ? 206 : 200,
    headers: {
      ...headers,
      'content-length': String(end - start + 1),
      ...(isPart && { 'content-range': `bytes ${start}-${end}/${size}` }),
    },
    open: () => (size === 0 ? nothing() : parts.tasks.files.read(id, name, { start, end })),
  }
}

async function* nothing(): AsyncGenerator<Uint8Array> {}

const cancelTask: Handler<'cancelTask'> = async ({ params: { id } }, call) => {
  await findVisible(id, call)
  const task = await call.parts.taskStore.find(id)
  if (task === null) throw new Refusal('task.not-found', { id })
  await call.parts.tasks.cancel(task)
  return detailOf(id, call)
}

/** Only for the owner, who pays. */
const retryTask: Handler<'retryTask'> = async ({ params: { id } }, call) => {
  const { parts, caller, address, requestId } = call
  const task = await parts.taskStore.findOwn(caller.id, id)
  if (task === null) throw new Refusal('task.not-found', { id })
  return detailOf(await parts.retryTask({ task, address, requestId }), call)
}

const detailOf = async (id: string, call: SignedCall) =>
  detailOut(call.parts, await findVisible(id, call), {
    id: call.caller.id,
    administrator: isAdministrator(call.caller),
  })

/** Users see their own tasks, administrators all. Any other id is unknown. */
async function findVisible(id: string, { parts, caller }: SignedCall): Promise<ListedTask> {
  const userId = isAdministrator(caller) ? null : caller.id
  const task = await findListed(parts.db, { id, userId })
  if (task === null) throw new Refusal('task.not-found', { id })
  return task
}

export const taskHandlers = {
  listTasks,
  listOwnTasks,
  listMidjourney,
  listOwnMidjourney,
  sumTasks,
  sumOwnTasks,
  getTask,
  getTaskFile,
  cancelTask,
  retryTask,
} satisfies Partial<Handlers>
