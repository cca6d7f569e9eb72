import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { logType } from '@posthouse/contract/log'
import type { Kysely, Selectable } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import type { Clock } from '../../lib/clock.ts'
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

/** A charge that was given back has the id of its call, and is none. */
const callsIn = (rows: readonly LoggedRow[]): LoggedRow[] =>
  rows.filter(({ request_id: id, type }) => id !== '' && type !== BigInt(logType.refund))

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

/**
 * Sums of what nobody pays are made of the ledger and of what a call was. The few calls that the ledger
 * wrote off, or may yet, stay findable.
 */
async function keepLosses(db: Kysely<Tables>, all: readonly LoggedRow[]): Promise<void> {
  const rows = callsIn(all)
  const calls = rows.map(({ request_id: id }) => id)
  const short = new Set<string>()
  for (const { cause } of await writtenOffAmong(db, calls)) {
    short.add(cause.slice(causePrefix.length))
  }
  for (const { hold } of await owedAmong(db, calls)) short.add(hold)
  const kept = rows.filter(({ request_id: id }) => short.has(id))
  if (kept.length === 0) return
  await db
    .insertInto('archived_losses')
    .values(
      kept.map((row) => ({
        request_id: row.request_id,
        type: row.type,
        created_at: row.created_at,
        user_id: row.user_id,
        username: row.username,
        token_name: row.token_name,
        channel_id: row.channel_id,
        model: row.model,
        source_ip: row.source_ip,
        doubts: row.doubts,
      })),
    )
    // A request has one charge, and may have more than one row.
    .onConflict((conflict) => conflict.column('request_id').doNothing())
    .execute()
}

/** A token without rows left in the log says itself when it was used last. */
async function keepLastUses(db: Kysely<Tables>, rows: readonly LoggedRow[]): Promise<void> {
  const lastUses = new Map<bigint, bigint>()
  for (const { token_id: id, created_at: at } of callsIn(rows)) {
    if (at > (lastUses.get(id) ?? 0n)) lastUses.set(id, at)
  }
  for (const [id, at] of lastUses) {
    await db
      .updateTable('tokens')
      .set({ accessed_at: at })
      .where('id', '=', id)
      .where((is) => is.or([is('accessed_at', 'is', null), is('accessed_at', '<', at)]))
      .execute()
  }
}

const causePrefix = 'request:'

const writtenOffAmong = (db: Kysely<Tables>, calls: readonly string[]) =>
  db
    .selectFrom('ledger_operations as operation')
    .innerJoin('ledger_transfers as transfer', 'transfer.operation_id', 'operation.id')
    .where('operation.cause', 'in', ['', ...calls.map((id) => `${causePrefix}${id}`)])
    .where('transfer.debit', '=', 'adjusted')
    .where('transfer.credit', '=', 'revenue')
    .select('operation.cause')
    .execute()

const owedAmong = (db: Kysely<Tables>, calls: readonly string[]) =>
  db
    .selectFrom('ledger_debts')
    .where('hold', 'in', ['', ...calls])
    .where('left', '>', 0n)
    .select('hold')
    .execute()

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
