import type { TaskQuery, TaskSort, TaskState } from '@posthouse/contract/task'
import { type Kysely, sql } from 'kysely'
import type { z } from 'zod'
import type { Tables } from '../../db/tables.ts'
import { orderFrom } from '../../lib/order.ts'
import { type Task, taskOf } from './task.ts'

/** Which tasks a list shows. */
export type TaskFilter = Omit<z.output<typeof TaskQuery>, 'page' | 'size' | 'order'> & {
  /** Null: everybody's. */
  readonly userId: bigint | null
}

type Paging = Pick<z.output<typeof TaskQuery>, 'page' | 'size' | 'order'>

/** A task with the names of whom it belongs to, also where they were deleted. */
export type ListedTask = Task & {
  readonly held: bigint
  readonly username: string
  readonly tokenName: string
  readonly channelName: string | null
}

/** A result beyond this length is left out of lists; one task has all of it. */
const listedCharactersMax = 16_384

const sorts = {
  id: 'tasks.id',
  submit_time: 'tasks.created_at',
  finish_time: 'tasks.finished_at',
  channel: 'tasks.channel_id',
  user: 'users.username',
  platform: 'tasks.kind',
  action: 'tasks.action',
  code: 'accepted',
  status: 'tasks.status',
} satisfies Record<TaskSort, string>

/** A page of tasks, and how many there are. */
export async function listTasks(
  db: Kysely<Tables>,
  filter: TaskFilter,
  { page, size, order }: Paging,
): Promise<{ readonly tasks: readonly ListedTask[]; readonly total: number }> {
  const [rows, { count }] = await Promise.all([
    orderFrom(withNames(filtered(withPeople(db), filter), listedCharactersMax), order, sorts)
      .offset((page - 1) * size)
      .limit(size)
      .execute(),
    filtered(withPeople(db), filter)
      .select(({ fn }) => fn.countAll<bigint>().as('count'))
      .executeTakeFirstOrThrow(),
  ])
  return { tasks: rows.map(listedOf), total: Number(count) }
}

/** Null for what belongs to somebody else, too. */
export async function findListed(
  db: Kysely<Tables>,
  { id, userId }: { readonly id: string; readonly userId: bigint | null },
): Promise<ListedTask | null> {
  const row = await withNames(withPeople(db), null)
    .where('tasks.id', '=', id)
    .$if(userId !== null, (some) => some.where('tasks.user_id', '=', userId ?? 0n))
    .executeTakeFirst()
  return row === undefined ? null : listedOf(row)
}

type TaskSumFilter = {
  readonly userId: bigint | null
  readonly platform: string
  readonly since: number
}

/** What runs now, and what failed and was given back since then. */
export async function sumTasks(db: Kysely<Tables>, { userId, platform, since }: TaskSumFilter) {
  const at = BigInt(since)
  const row = await db
    .selectFrom('tasks')
    .select([
      sql<bigint | string>`coalesce(sum(open), 0)`.as('open'),
      sql<
        bigint | string
      >`coalesce(sum(case when status in ('failed', 'expired') then 1 else 0 end), 0)`.as('failed'),
      sql<bigint | string>`coalesce(sum(case when refunded > 0 then 1 else 0 end), 0)`.as(
        'refunded',
      ),
      sql<bigint | string>`coalesce(sum(refunded), 0)`.as('quota'),
    ])
    .where('deleted_at', 'is', null)
    .where((is) => is.or([is('open', '=', 1n), is('finished_at', '>=', at)]))
    .$if(userId !== null, (some) => some.where('user_id', '=', userId ?? 0n))
    .$if(platform !== '', (some) => some.where('kind', '=', platform))
    .executeTakeFirstOrThrow()
  return {
    open: Number(row.open),
    failed: Number(row.failed),
    refunded: Number(row.refunded),
    refundedQuota: BigInt(row.quota),
  }
}

const withPeople = (db: Kysely<Tables>) =>
  db
    .selectFrom('tasks')
    .innerJoin('users', 'users.id', 'tasks.user_id')
    .leftJoin('tokens', 'tokens.id', 'tasks.token_id')
    .leftJoin('channels', 'channels.id', 'tasks.channel_id')
    .where('tasks.deleted_at', 'is', null)

const withNames = (rows: ReturnType<typeof withPeople>, resultMax: number | null) =>
  rows.select(columns).select([
    'users.username as username',
    'tokens.name as token_name',
    'channels.name as channel_name',
    // Sorted by: a supplier took it, or not yet.
    sql<bigint>`case when tasks.accepted_at is null then 0 else 1 end`.as('accepted'),
    resultMax === null
      ? sql<string>`tasks.result`.as('result')
      : sql<string>`case when length(tasks.result) > ${sql.lit(resultMax)} then '' else tasks.result end`.as(
          'result',
        ),
  ])

/** All but what a charge is made of, and results, which may be long. */
const columns = [
  'tasks.id',
  'tasks.user_id',
  'tasks.token_id',
  'tasks.channel_id',
  'tasks.channel_key_id',
  'tasks.kind',
  'tasks.action',
  'tasks.model',
  'tasks.forwarded',
  'tasks.status',
  'tasks.open',
  'tasks.progress',
  'tasks.parent_id',
  'tasks.supplier_id',
  'tasks.request',
  'tasks.artefacts',
  'tasks.failure_code',
  'tasks.failure',
  'tasks.held',
  'tasks.charged',
  'tasks.refunded',
  'tasks.created_at',
  'tasks.accepted_at',
  'tasks.started_at',
  'tasks.finished_at',
  'tasks.polls',
  'tasks.deadline_at',
  'tasks.expires_at',
] as const

const states = {
  open: sql.raw('tasks.open = 1'),
  succeeded: sql.raw("tasks.status = 'succeeded'"),
  failed: sql.raw("tasks.status in ('failed', 'expired')"),
  refunded: sql.raw('tasks.refunded > 0'),
  cancelled: sql.raw("tasks.status = 'cancelled'"),
} satisfies Record<TaskState, unknown>

function filtered(rows: ReturnType<typeof withPeople>, filter: TaskFilter) {
  const { userId, task_id: id, platform, state, channel_id: channel, username } = filter
  const { start_timestamp: start, end_timestamp: end } = filter
  return rows
    .$if(userId !== null, (some) => some.where('tasks.user_id', '=', userId ?? 0n))
    .$if(id !== '', (some) => some.where('tasks.id', '=', id))
    .$if(platform !== '', (some) => some.where('tasks.kind', '=', platform))
    .$if(channel !== 0, (some) => some.where('tasks.channel_id', '=', BigInt(channel)))
    .$if(username !== '', (some) => some.where('users.username', '=', username))
    .$if(start > 0, (some) => some.where('tasks.created_at', '>=', BigInt(start) * 1_000n))
    .$if(end > 0, (some) => some.where('tasks.created_at', '<', (BigInt(end) + 1n) * 1_000n))
    .$if(state !== '', (some) => some.where(sql<boolean>`${states[state === '' ? 'open' : state]}`))
}

type ListedRow = Omit<Parameters<typeof taskOf>[0], 'terms'> & {
  readonly held: bigint
  readonly username: string
  readonly token_name: string | null
  readonly channel_name: string | null
}

const listedOf = (row: ListedRow): ListedTask => ({
  ...taskOf({ ...row, terms: '' }),
  held: row.held,
  username: row.username,
  tokenName: row.token_name ?? '',
  channelName: row.channel_name,
})
