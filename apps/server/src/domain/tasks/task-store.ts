import { databaseClock } from '@posthouse/ledger/incarnation'
import { type Kysely, sql } from 'kysely'
import type { DatabaseDialect } from '../../db/connection.ts'
import type { Tables } from '../../db/tables.ts'
import { type Task, taskOf } from './task.ts'

/** The tasks of a user that a list is asked for, the newest first unless `order` says else. */
export type TaskPage = {
  readonly userId: bigint
  readonly kind: string
  readonly after: string | null
  readonly limit: number
  readonly order: 'asc' | 'desc'
}

export type Lease = { readonly owner: string; readonly forMs: number; readonly most: number }

export type TaskChange = {
  readonly [Column in keyof Tables['tasks']]?: Tables['tasks'][Column]
}

export type TaskStore = ReturnType<typeof createTaskStore>

/** The rows of tasks. Money moves with the rows that the engine of tasks gives to the ledger. */
export const createTaskStore = (db: Kysely<Tables>, dialect: DatabaseDialect) => ({
  ...reading(db),
  ...changing(db),
  ...fileKeeping(db),
  claim: (now: number, lease: Lease) => claim({ db, dialect }, now, lease),
})

const listedTasks = (db: Kysely<Tables>) =>
  db.selectFrom('tasks').selectAll().where('deleted_at', 'is', null)

const reading = (db: Kysely<Tables>) => ({
  find: async (id: string): Promise<Task | null> => {
    const row = await listedTasks(db).where('id', '=', id).executeTakeFirst()
    return row === undefined ? null : taskOf(row)
  },

  /** Null for what belongs to somebody else, too. */
  findOwn: async (userId: bigint, id: string): Promise<Task | null> => {
    const row = await listedTasks(db)
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .executeTakeFirst()
    return row === undefined ? null : taskOf(row)
  },

  page: async ({ userId, kind, after, limit, order }: TaskPage): Promise<readonly Task[]> => {
    const rows = await listedTasks(db)
      .where('user_id', '=', userId)
      .where('kind', '=', kind)
      .$if(after !== null, (all) => all.where('id', order === 'asc' ? '>' : '<', after ?? ''))
      .orderBy('id', order)
      .limit(limit)
      .execute()
    return rows.map(taskOf)
  },

  countOpen: async (userId: bigint): Promise<number> => {
    const { count } = await db
      .selectFrom('tasks')
      .select(({ fn }) => fn.countAll<bigint>().as('count'))
      .where('user_id', '=', userId)
      .where('open', '=', 1n)
      .executeTakeFirstOrThrow()
    return Number(count)
  },
})

const changing = (db: Kysely<Tables>) => ({
  /** Changes a task that has not ended, and lets others look at it. False: it has ended. */
  change: async (id: string, change: TaskChange): Promise<boolean> => {
    const { numUpdatedRows } = await db
      .updateTable('tasks')
      .set({ ...change, lease_owner: '', lease_until: 0n })
      .where('id', '=', id)
      .where('open', '=', 1n)
      .executeTakeFirstOrThrow()
    return numUpdatedRows > 0n
  },

  /** Looked at soon, unless it is being looked at. */
  hasten: async (id: string, now: number): Promise<void> => {
    await db
      .updateTable('tasks')
      .set({ poll_at: BigInt(now) })
      .where('id', '=', id)
      .where('open', '=', 1n)
      .where('poll_at', '>', BigInt(now))
      .where('status', '<>', 'submitted')
      .execute()
  },

  /** False: it has not ended, or is not there. */
  remove: async (id: string, now: number): Promise<boolean> => {
    const { numUpdatedRows } = await db
      .updateTable('tasks')
      .set({ deleted_at: BigInt(now), artefacts: '', expires_at: null })
      .where('id', '=', id)
      .where('open', '=', 0n)
      .where('deleted_at', 'is', null)
      .executeTakeFirstOrThrow()
    return numUpdatedRows > 0n
  },
})

const fileKeeping = (db: Kysely<Tables>) => ({
  /** Tasks whose files have been kept for long enough, some at a time. */
  withOldFiles: async (now: number, limit: number): Promise<readonly string[]> => {
    const rows = await db
      .selectFrom('tasks')
      .select('id')
      .where('expires_at', '<=', BigInt(now))
      .limit(limit)
      .execute()
    return rows.map(({ id }) => id)
  },

  forgetFiles: async (id: string): Promise<void> => {
    await db
      .updateTable('tasks')
      .set({ artefacts: '', expires_at: null })
      .where('id', '=', id)
      .execute()
  },
})

type ClaimParts = { readonly db: Kysely<Tables>; readonly dialect: DatabaseDialect }

/**
 * Takes tasks that are due, each for one process. The condition is checked again on the row that is changed, so that
 * of two nodes one has it; a node that died loses it when its time is over.
 */
async function claim(
  { db, dialect }: ClaimParts,
  now: number,
  { owner, forMs, most }: Lease,
): Promise<readonly Task[]> {
  const clock = databaseClock(dialect)
  const due = db
    .selectFrom('tasks')
    .select('id')
    .where('open', '=', sql.lit(1n))
    .where('poll_at', '<=', BigInt(now))
    .where('lease_until', '<=', clock)
    .orderBy('poll_at')
    .limit(most)
  const rows = await db
    .updateTable('tasks')
    .set({
      lease_owner: owner,
      lease_until: sql<bigint>`${clock} + cast(${BigInt(forMs)} as bigint)`,
    })
    .where('id', 'in', due)
    .where('open', '=', 1n)
    .where('lease_until', '<=', clock)
    .returningAll()
    .execute()
  return rows.map(taskOf)
}
