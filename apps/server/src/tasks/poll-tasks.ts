import type { Task } from '../domain/tasks/task.ts'
import type { Target } from '../upstream/outgoing.ts'
import { FetchRefused } from '../upstream/transport/guarded-fetch.ts'
import { TransportError, type TransportFault } from '../upstream/transport/transport.ts'
import { fetchFiles } from './fetch-files.ts'
import { giveUp, succeed } from './end-task.ts'
import type { Poll, TaskKind } from './task-kind.ts'
import { kindOf, type TaskParts } from './task-parts.ts'

export type TaskPoller = {
  /** Starts polling due tasks without waiting for them. */
  tick(): Promise<void>
  /** Resolves when no poll is running. */
  idle(): Promise<void>
}

const atOnceMost = 32
/** Longer than a poll may take, files included. */
const leaseMs = 300_000
const growth = 1.3

/** Polls due tasks, several at once. If a process dies, another takes over when its lease expires. */
export function createTaskPoller(parts: TaskParts): TaskPoller {
  const looking = new Set<Promise<void>>()
  return {
    tick: async () => {
      const most = atOnceMost - looking.size
      if (most <= 0) return
      const lease = { owner: parts.incarnation, forMs: leaseMs, most }
      for (const task of await parts.tasks.claim(parts.clock.now(), lease)) {
        const look = lookSafely(parts, task).finally(() => looking.delete(look))
        looking.add(look)
      }
    },
    idle: async () => {
      while (looking.size > 0) await Promise.all(looking)
    },
  }
}

/** After a bug or without a database the task is polled again at its next time. */
async function lookSafely(parts: TaskParts, task: Task): Promise<void> {
  try {
    await look(parts, task)
  } catch (error) {
    parts.log.error({ task: task.id, err: error }, 'a task could not be looked at')
    await later(parts, task, {}).catch(() => {})
  }
}

async function look(parts: TaskParts, task: Task): Promise<void> {
  if (task.status === 'submitted') {
    return await giveUp(parts, task, {
      status: 'expired',
      code: 'never-accepted',
      words: 'No supplier confirmed this task.',
    })
  }
  const target = targetOf(parts, task)
  if (target === null) {
    if (await parts.isChannelThere(task.channelId, task.keyId)) return await later(parts, task, {})
    return await giveUp(parts, task, {
      status: 'failed',
      code: 'channel-gone',
      words: 'The channel of this task was deleted.',
    })
  }
  const kind = kindOf(parts, task.kind)
  await follow(parts, { task, kind, target }, await kind.poll(parts.calls, target, task))
}

/** Channel and key of the task, even if disabled. Null if unknown on this node. */
export function targetOf(
  { snapshot }: Pick<TaskParts, 'snapshot'>,
  task: Pick<Task, 'channelId' | 'keyId' | 'forwarded'>,
): Target | null {
  const channel = snapshot().channels.find(({ id }) => id === task.channelId)
  const key = channel?.keys.find(({ id }) => id === task.keyId)
  if (channel === undefined || key === undefined) return null
  return { channel, key, forwarded: task.forwarded }
}

type Looked = { readonly task: Task; readonly kind: TaskKind; readonly target: Target }

async function follow(parts: TaskParts, looked: Looked, poll: Poll): Promise<void> {
  const { task } = looked
  switch (poll.is) {
    case 'failed':
      return await giveUp(parts, task, { status: 'failed', code: poll.code, words: poll.words })
    case 'succeeded':
      return await finish(parts, looked, poll)
    case 'unclear':
      return await laterOrExpired(parts, task, poll.words)
    case 'under-way': {
      const isStarted = poll.status === 'running' && task.startedAt === null
      return await laterOrExpired(parts, task, '', {
        status: poll.status,
        progress: BigInt(Math.max(task.progress, Math.min(99, Math.max(0, poll.progress)))),
        ...(isStarted && { started_at: BigInt(parts.clock.now()) }),
      })
    }
  }
}

/** Faults that a retry does not fix. */
const lasting: ReadonlySet<TransportFault> = new Set(['too-large', 'address-refused', 'unsendable'])

/** A result whose files cannot be fetched counts as a failure, so that it is not charged. */
async function finish(
  parts: TaskParts,
  { task, kind, target }: Looked,
  { result, files, meters }: Extract<Poll, { is: 'succeeded' }>,
): Promise<void> {
  try {
    const artefacts = await fetchFiles(parts, { task, kind, target }, files)
    await succeed(parts, task, { result, artefacts, meters })
  } catch (error) {
    if (error instanceof TransportError) return await laterOrExpired(parts, task, error.fault)
    if (!(error instanceof FetchRefused)) throw error
    const words = error.words.en
    if (error.cause instanceof TransportError && !lasting.has(error.cause.fault)) {
      return await laterOrExpired(parts, task, words)
    }
    await giveUp(parts, task, {
      status: 'failed',
      code: 'result',
      words: `The result could not be fetched: ${words}`,
    })
  }
}

type Change = Parameters<TaskParts['tasks']['change']>[1]

async function laterOrExpired(
  parts: TaskParts,
  task: Task,
  words: string,
  change: Change = {},
): Promise<void> {
  if (parts.clock.now() < task.deadlineAt) return await later(parts, task, change)
  const told = words === '' ? '' : ` The last answer: ${words}`
  await giveUp(parts, task, {
    status: 'expired',
    code: 'deadline',
    words: `The supplier did not finish in time.${told}`,
  })
}

async function later(parts: TaskParts, task: Task, change: Change): Promise<void> {
  const { first, most } = kindOf(parts, task.kind).pauseMs
  const pause = Math.min(most, Math.round(first * growth ** Math.min(task.polls, 40)))
  const at = Math.min(parts.clock.now() + pause, Math.max(task.deadlineAt, parts.clock.now()))
  await parts.tasks.change(task.id, {
    ...change,
    poll_at: BigInt(at),
    polls: BigInt(task.polls + 1),
  })
}
