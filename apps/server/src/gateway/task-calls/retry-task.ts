import { Refusal } from '@posthouse/contract/refusal'
import type { OperationName } from '@posthouse/llm/operations/operation'
import { entryOf } from '@posthouse/llm/bytes/fields'
import { whyNotRetryable } from '../../domain/tasks/retryable.ts'
import type { Task } from '../../domain/tasks/task.ts'
import { termsOf } from '../../tasks/task-terms.ts'
import { admit, callerOf } from '../1-authenticate.ts'
import type { Caller, Errand } from '../exchange.ts'
import type { GatewayParts } from '../gateway-parts.ts'
import { beginTask } from './make-task.ts'

/** A task of the person who asks, and where they ask from. */
export type TaskRetry = {
  readonly task: Task
  readonly address: string
  readonly requestId: string
}

const operations: Readonly<Record<string, OperationName>> = {
  video: 'video',
  midjourney: 'draw',
  suno: 'music',
}

/**
 * Submits the request of a task again, as a call with its token: what the token may do now counts, and it is charged
 * anew. Answers the id of the new task.
 */
export async function retryTask(
  parts: GatewayParts,
  { task, address, requestId }: TaskRetry,
): Promise<string> {
  const reason = whyNotRetryable(task)
  const operation = entryOf(operations, task.kind)
  if (reason !== null) throw new Refusal(reason, {})
  if (operation === undefined) throw new Refusal('task.not-retryable', {})
  const { dialect } = termsOf(task).cause
  const errand: Errand = {
    snapshot: parts.snapshot(),
    startedAt: parts.clock.monotonic(),
    incoming: {
      id: requestId,
      address,
      receivedAt: parts.clock.now(),
      request: { headers: {} },
    },
    surface: { name: dialect, operation },
  }
  try {
    return await submitAgain(parts, errand, task)
  } catch (error) {
    throw withoutSignOut(error)
  }
}

async function submitAgain(parts: GatewayParts, errand: Errand, task: Task): Promise<string> {
  const { kind, action, model, request } = task
  const { operation, name: dialect } = errand.surface
  const parent = await parentOf(parts, task)
  const caller = await bearerOf(parts, errand, task)
  try {
    const wanted = { kind, operation, dialect, caller, model, request, action, parent }
    return (await beginTask(parts, errand, wanted)).id
  } finally {
    caller.leave()
  }
}

async function bearerOf(parts: GatewayParts, errand: Errand, task: Task): Promise<Caller> {
  const entry = await parts.keys.byToken(task.tokenId)
  if (entry === null || entry.owner.id !== task.userId) throw new Refusal('task.token-gone', {})
  const caller = callerOf(parts, errand, { entry, pin: null })
  return await admit(parts, { snapshot: errand.snapshot, reply: null }, caller)
}

/** The task that it continued, in the same state as at the first submission. */
async function parentOf(
  { tasks }: GatewayParts,
  { userId, parentId, action }: Task,
): Promise<Task | null> {
  if (parentId === '') return null
  const parent = await tasks.findOwn(userId, parentId)
  const isReady =
    action === 'MODAL'
      ? parent?.open === true && parent.supplierId !== ''
      : parent?.status === 'succeeded'
  if (isReady) return parent
  throw new Refusal('task.parent', { id: parentId })
}

/** To the console 401 says that its own session has ended. */
const withoutSignOut = (error: unknown): unknown =>
  error instanceof Refusal && error.status === 401
    ? new Refusal(error.code, error.params, { ...error.extras, status: 403 })
    : error
