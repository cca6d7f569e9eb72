import type { Studio } from '@posthouse/contract/calls/works'
import { type Insertable, type Kysely, type Selectable, sql } from 'kysely'
import type { Tables } from '../../db/tables.ts'
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

/** A work that runs longer belongs to a process that is gone. */
export const workDeadlineMs = 20 * 60_000

/** What a page is narrowed to; an empty text: to nothing. */
type WorkFilter = {
  readonly userId: bigint
  readonly studio: string
  readonly keyword: string
  readonly page: number
  readonly size: number
}

export type WorkStore = ReturnType<typeof createWorkStore>

export const createWorkStore = (db: Kysely<Tables>) => ({
  ...reading(db),
  ...changing(db),
})

const reading = (db: Kysely<Tables>) => ({
  /** Null for what belongs to somebody else, too. */
  findOwn: async (userId: bigint, id: string): Promise<Work | null> => {
    const row = await db
      .selectFrom('works')
      .selectAll()
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .executeTakeFirst()
    return row === undefined ? null : workOf(row)
  },

  page: async ({ userId, studio, keyword, page, size }: WorkFilter) => {
    const some = db
      .selectFrom('works')
      .where('user_id', '=', userId)
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

  /** How many run, and the bytes that all of a user's works keep. */
  usage: async (userId: bigint): Promise<{ readonly running: number; readonly bytes: number }> => {
    const row = await db
      .selectFrom('works')
      .select(({ fn, eb }) => [
        fn.sum<bigint | string | null>('bytes').as('bytes'),
        fn
          .sum<bigint | string | null>(
            eb.case().when('status', '=', 'running').then(1).else(0).end(),
          )
          .as('running'),
      ])
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow()
    return { running: Number(row.running ?? 0), bytes: Number(row.bytes ?? 0) }
  },
})

const has = (column: 'title' | 'inputs' | 'model', text: string) =>
  sql<boolean>`lower(${sql.ref(column)}) like lower(${`%${escapeLike(text)}%`}) escape '\\'`

const changing = (db: Kysely<Tables>) => ({
  insert: async (row: Insertable<Tables['works']>): Promise<void> => {
    await db.insertInto('works').values(row).execute()
  },

  /** Nothing happens where it was deleted meanwhile. */
  change: async (id: string, change: Partial<Selectable<Tables['works']>>): Promise<void> => {
    await db.updateTable('works').set(change).where('id', '=', id).execute()
  },

  /** False: it is somebody else's, or not there. */
  remove: async (userId: bigint, id: string): Promise<boolean> => {
    const { numDeletedRows } = await db
      .deleteFrom('works')
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow()
    return numDeletedRows > 0n
  },

  removeExpired: async (now: number): Promise<void> => {
    await db.deleteFrom('works').where('expires_at', '<=', BigInt(now)).execute()
  },

  /** Ends what a process that is gone has left. */
  endLost: async (now: number, code: string): Promise<void> => {
    await db
      .updateTable('works')
      .set({
        status: 'failed',
        failure_code: code,
        finished_at: BigInt(now),
      })
      .where('status', '=', 'running')
      .where('created_at', '<=', BigInt(now - workDeadlineMs))
      .execute()
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
