import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { logType } from '@posthouse/contract/log'
import type { Kysely, Selectable } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Clock } from '../../lib/clock.ts'
import { callsIn, keepLastUses, keepLosses } from './kept-of-rows.ts'
import { removeFailures } from './rollups/failures.ts'

const dayMs = 86_400_000

/** Rows of one part: so many are written in one go while the server serves. */
const partRows = 500

type Attempt = Selectable<Tables['attempts']>
type LoggedRow = Selectable<Tables['usage_log']>

/**
 * Puts rows of days away that ended more than `keepDays` days ago (UTC), oldest first: compressed into
 * `log_archives`, and out of the log, in one transaction a part. 0 keeps all. The sums by hour and the
 * ledger stay as they are, but for counts of failed attempts, which live as long as these. Answers how many rows that were.
 */
export async function archiveLog(
  { db, clock }: { readonly db: Kysely<Tables>; readonly clock: Clock },
  keepDays: number,
): Promise<number> {
  if (keepDays === 0) return 0
  const end = (Math.floor(clock.now() / dayMs) - keepDays) * dayMs
  let archived = 0
  for (;;) {
    const part = await oldestPart(db, end)
    if (part === null) break
    await putAway(db, part)
    archived += part.rows.length
  }
  await removeFailures(db, end)
  return archived
}

type Part = {
  readonly day: string
  readonly rows: readonly LoggedRow[]
  readonly attempts: readonly Attempt[]
}

/** Of one day, and of what ended before `end`. */
async function oldestPart(db: Kysely<Tables>, end: number): Promise<Part | null> {
  const found = await db
    .selectFrom('usage_log')
    .selectAll()
    .where('created_at', '<', BigInt(end))
    .orderBy('created_at')
    .orderBy('id')
    .limit(partRows)
    .execute()
  const [first] = found
  if (first === undefined) return null
  const day = dayOf(first)
  const rows = found.filter((row) => dayOf(row) === day)
  const calls = callsIn(rows).map(({ request_id: id }) => id)
  const attempts =
    calls.length === 0
      ? []
      : await db.selectFrom('attempts').selectAll().where('request_id', 'in', calls).execute()
  return { day, rows, attempts }
}

const dayOf = ({ created_at: at }: LoggedRow): string =>
  new Date(Number(at)).toISOString().slice(0, 10)

/** A line is a row with the attempts of its call. Integers beyond 2^53 are texts. */
async function putAway(db: Kysely<Tables>, { day, rows, attempts }: Part): Promise<void> {
  const byCall = Map.groupBy(attempts, ({ request_id: id }) => id)
  const attemptsIn = ({ request_id: id, type }: Omit<LoggedRow, 'id'>) =>
    type === BigInt(logType.refund) ? [] : (byCall.get(id) ?? [])
  const lines = rows.map(({ id: _number, ...row }) =>
    JSON.stringify({ ...row, attempts: attemptsIn(row) }, plain),
  )
  const content = await promisify(gzip)(`${lines.join('\n')}\n`)
  const ids = rows.map(({ id }) => id)
  const attemptIds = attempts.map(({ id }) => id)
  await db.transaction().execute(async (transaction) => {
    const { numDeletedRows } = await transaction
      .deleteFrom('usage_log')
      .where('id', 'in', ids)
      .executeTakeFirstOrThrow()
    // Somebody else puts the same away: he has them, and what is left comes again.
    if (numDeletedRows !== BigInt(ids.length)) throw new Error('rows of the log were gone')
    await keepLosses(transaction, rows)
    await keepLastUses(transaction, rows)
    if (attemptIds.length > 0) {
      await transaction.deleteFrom('attempts').where('id', 'in', attemptIds).execute()
    }
    await transaction
      .insertInto('log_archives')
      .values({ day, rows: BigInt(ids.length), content, checksum: checksumOf(content) })
      .execute()
  })
}

const checksumOf = (content: Uint8Array): string =>
  createHash('sha256').update(content).digest('hex')

const plain = (_name: string, value: unknown): unknown => {
  if (typeof value !== 'bigint') return value
  return Number.isSafeInteger(Number(value)) ? Number(value) : String(value)
}

/** The end of the last day of which rows were put away (epoch milliseconds); 0: all rows are in the log. */
export async function archivedUntil(db: Kysely<Tables>): Promise<number> {
  const row = await db
    .selectFrom('log_archives')
    .select('day')
    .orderBy('day', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row === undefined ? 0 : Date.parse(row.day) + dayMs
}

export type ArchivedDay = { readonly day: string; readonly rows: number }

/** Days of which rows were put away, with how many. */
export async function archivedDays(db: Kysely<Tables>): Promise<ArchivedDay[]> {
  const days = await db
    .selectFrom('log_archives')
    .select(({ fn }) => ['day', fn.sum<bigint>('rows').as('rows')])
    .groupBy('day')
    .orderBy('day')
    .execute()
  return days.map(({ day, rows }) => ({ day, rows: Number(rows) }))
}

/** The rows of an archived day as lines of JSON. Throws at a part that is not as it was written. */
export async function* archivedLines(db: Kysely<Tables>, day: string): AsyncGenerator<string> {
  for await (const { id, lines } of archivedParts(db, day)) {
    if (lines === null) throw new Error(`part ${id} of ${day} is not as it was written`)
    yield* lines
  }
}

type ArchivedPart = {
  readonly id: bigint
  /** Null: they are not as they were written. */
  readonly lines: readonly string[] | null
}

/** The parts of an archived day, one after the other. */
export async function* archivedParts(
  db: Kysely<Tables>,
  day: string,
): AsyncGenerator<ArchivedPart> {
  let last = 0n
  for (;;) {
    const part = await db
      .selectFrom('log_archives')
      .selectAll()
      .where('day', '=', day)
      .where('id', '>', last)
      .orderBy('id')
      .limit(1)
      .executeTakeFirst()
    if (part === undefined) return
    last = part.id
    yield { id: part.id, lines: await linesIn(part) }
  }
}

async function linesIn({
  content,
  checksum,
  rows,
}: Selectable<Tables['log_archives']>): Promise<string[] | null> {
  if (checksum !== '' && checksum !== checksumOf(content)) return null
  try {
    const text = await promisify(gunzip)(content)
    const lines = text.toString('utf8').split('\n').slice(0, -1)
    return BigInt(lines.length) === rows ? lines : null
  } catch {
    return null
  }
}
