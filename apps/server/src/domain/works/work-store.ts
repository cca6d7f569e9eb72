import type { Studio } from '@posthouse/contract/calls/works'
import { type Kysely, type Selectable, sql } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { reserveWork, type WorkRoom } from './reserve-work.ts'
import { escapeLike } from '../../lib/search.ts'

/** A file of a work. */
export type WorkFile = {
  /** Its place: results from 0, what was sent from 100. */
  readonly name: string
  /** Of the form, of a file that was sent; empty: it is a result. */
  readonly field: string
  /** As it was called where it came from. */
  readonly fileName: string
  readonly mediaType: string
  readonly bytes: number
}

/** The call that a work is made by. */
type WorkCall = {
  readonly path: string
  readonly body: Readonly<Record<string, unknown>>
  readonly form: boolean
}

export type Work = {
  readonly id: string
  readonly userId: bigint
  readonly studio: Studio
  readonly model: string
  readonly title: string
  readonly inputs: Readonly<Record<string, unknown>>
  readonly call: WorkCall
  readonly sent: readonly WorkFile[]
  readonly files: readonly WorkFile[]
  readonly status: 'running' | 'succeeded' | 'failed'
  readonly requestId: string
  readonly taskId: string
  readonly failureCode: string
  readonly failure: string
  readonly createdAt: number
  readonly finishedAt: number | null
  readonly expiresAt: number
}

/** What a page is narrowed to; an empty text: to nothing. */
type WorkFilter = {
  readonly userId: bigint
  readonly studio: string
  readonly keyword: string
  readonly page: number
  readonly size: number
}

export type WorkStore = ReturnType<typeof createWorkStore>

type HoldQuery = { readonly requestId: string; readonly userId: bigint; readonly since: number }

export const createWorkStore = (db: Kysely<Tables>) => ({
  ...workReads(db),
  ...workWrites(db),
})

const workReads = (db: Kysely<Tables>) => ({
  /** Null for what belongs to somebody else, too. */
  findOwn: async (userId: bigint, id: string): Promise<Work | null> => {
    const row = await db
      .selectFrom('works')
      .selectAll()
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .where('status', 'in', visibleStatuses)
      .executeTakeFirst()
    return row === undefined ? null : workOf(row)
  },

  page: async ({ userId, studio, keyword, page, size }: WorkFilter) => {
    const some = db
      .selectFrom('works')
      .where('user_id', '=', userId)
      .where('status', 'in', visibleStatuses)
      .$if(studio !== '', (all) => all.where('studio', '=', studio))
      .$if(keyword !== '', (all) =>
        all.where((is) =>
          is.or([has('title', keyword), has('inputs', keyword), has('model', keyword)]),
        ),
      )
    const [rows, { count }] = await Promise.all([
      some
        .selectAll()
        .orderBy('id', 'desc')
        .offset((page - 1) * size)
        .limit(size)
        .execute(),
      some.select(({ fn }) => fn.countAll<bigint>().as('count')).executeTakeFirstOrThrow(),
    ])
    return { works: rows.map(workOf), total: Number(count) }
  },
})

const visibleStatuses = ['running', 'succeeded', 'failed'] as const

const has = (column: 'title' | 'inputs' | 'model', text: string) =>
  sql<boolean>`lower(${sql.ref(column)}) like lower(${`%${escapeLike(text)}%`}) escape '\\'`

const workWrites = (db: Kysely<Tables>) => ({
  /** Room for a work, before its form is read. Refuses where there is none. */
  reserve: (room: WorkRoom): Promise<void> => reserveWork(db, room),

  /** What was reserved and came to nothing, or was removed while it ran. */
  release: async (id: string): Promise<void> => {
    await db.deleteFrom('works').where('id', '=', id).execute()
  },

  /** False: it is gone, or its owner removed it meanwhile. */
  change: async (id: string, change: Partial<Selectable<Tables['works']>>): Promise<boolean> => {
    const { numUpdatedRows } = await db
      .updateTable('works')
      .set(change)
      .where('id', '=', id)
      .where('status', '<>', 'removed')
      .executeTakeFirstOrThrow()
    return numUpdatedRows > 0n
  },

  /** One that runs keeps its room until it has ended: `later`. `no`: it is somebody else's, or not there. */
  remove: async (userId: bigint, id: string): Promise<'now' | 'later' | 'no'> => {
    const { numDeletedRows } = await db
      .deleteFrom('works')
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .where('finished_at', 'is not', null)
      .executeTakeFirstOrThrow()
    if (numDeletedRows > 0n) return 'now'
    const { numUpdatedRows } = await db
      .updateTable('works')
      .set({ status: 'removed' })
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .where('status', '=', 'running')
      .where('finished_at', 'is', null)
      .executeTakeFirstOrThrow()
    return numUpdatedRows > 0n ? 'later' : 'no'
  },

  /** Whether money was set aside for a call, or for a task of its user since it began. */
  hadHold: async ({ requestId, userId, since }: HoldQuery): Promise<boolean> => {
    const hold = db.selectFrom('ledger_holds').select('id').where('id', '=', requestId)
    const task = db
      .selectFrom('tasks')
      .select('id')
      .where('user_id', '=', userId)
      .where('created_at', '>=', BigInt(since))
      .limit(1)
    const found = (await hold.executeTakeFirst()) ?? (await task.executeTakeFirst())
    return found !== undefined
  },

  /** Those of the ids that have a row. */
  known: async (ids: readonly string[]): Promise<ReadonlySet<string>> => {
    const rows = await db.selectFrom('works').select('id').where('id', 'in', ids).execute()
    return new Set(rows.map(({ id }) => id))
  },

  removeExpired: async (now: number): Promise<void> => {
    await db.deleteFrom('works').where('expires_at', '<=', BigInt(now)).execute()
  },
})

const workOf = (row: Selectable<Tables['works']>): Work => ({
  id: row.id,
  userId: row.user_id,
  studio: row.studio as Studio,
  model: row.model,
  title: row.title,
  inputs: JSON.parse(row.inputs || '{}') as Work['inputs'],
  call: JSON.parse(row.call) as WorkCall,
  sent: JSON.parse(row.sent || '[]') as Work['sent'],
  files: JSON.parse(row.files || '[]') as Work['files'],
  status: row.status as Work['status'],
  requestId: row.request_id,
  taskId: row.task_id,
  failureCode: row.failure_code,
  failure: row.failure,
  createdAt: Number(row.created_at),
  finishedAt: row.finished_at === null ? null : Number(row.finished_at),
  expiresAt: Number(row.expires_at),
})
