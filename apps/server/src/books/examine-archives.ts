import { logType } from '@posthouse/contract/log'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../db/tables.ts'
import { archivedDays, archivedParts } from '../domain/usage-log/archive-log.ts'
import type { CleanedSpan } from '../domain/usage-log/clean-log.ts'
import { callTypes, summedTypes } from '../domain/usage-log/log-filter.ts'
import { gatheredFaults } from './examine-prices.ts'
import { type Finding, gathered } from './finding.ts'
import { inRollups, rollupColumns, summedRollups } from '../domain/usage-log/rollups/rollup-rows.ts'
import { addTo, columnsOf, type DaySums, type KeptSums, sumsOfDay } from './day-sums.ts'

const dayMs = 86_400_000
const dayHours = 24

/** A charge and its row are of one moment; by so much they may lie on two sides of midnight. */
const aroundMidnightMs = 3_600_000

type Row = { readonly [column: string]: unknown }

/**
 * Reads everything that was put away before a moment, and compares it with the ledger and the roll-ups. The sums of
 * days of which a clean-up deleted entries are not compared.
 */
export async function examineArchives(
  db: Kysely<Tables>,
  since: number,
  cleaned: readonly CleanedSpan[],
): Promise<Finding[]> {
  if (since === 0) return [{ ok: true, text: 'no row of the log was put away' }]
  const found = {
    unread: gathered({
      fine: 'every part of the archive is as it was written',
      wrong: 'parts of the archive that are not as they were written',
    }),
    prices: gathered({
      fine: 'every row of the archive costs what the ledger says',
      wrong: 'rows of the archive whose price is not in the ledger',
    }),
    sums: gathered({
      fine: 'the roll-ups of archived days are the sums of their rows',
      wrong: 'roll-ups of archived days that are not the sums of their rows',
    }),
  }
  const faults = gatheredFaults('archive')
  let charged = 0n
  for (const day of await daysBefore(db, since)) {
    const sums: DaySums = new Map()
    for await (const { id, lines } of archivedParts(db, day)) {
      const rows = lines === null ? null : rowsOf(lines)
      if (rows === null) {
        found.unread.add(`${day} ${id}`)
        continue
      }
      const calls = rows.filter(isCall)
      for (const row of rows.filter(isSummed)) addTo(sums, row)
      await faults.add(db, calls)
      const booked = await bookedFor(
        db,
        rows.filter((row) => !isRefund(row)),
        cleaned,
      )
      charged += BigInt(booked.charged)
      for (const name of booked.wrong) found.prices.add(name)
    }
    if (isCleaned(day, cleaned)) continue
    for (const name of await differentSums(db, day, sums)) found.sums.add(name)
  }
  return [
    ...Object.values(found).map((finding) => finding.finding()),
    ...faults.findings(),
    await examineCount(db, { since, charged, cleaned }),
  ]
}

/** Days of which there are sums or rows: a day whose rows are gone is looked at, too. */
async function daysBefore(db: Kysely<Tables>, since: number): Promise<string[]> {
  const hours = inRollups(
    (table) => sql`select hour from ${table}
      where scope = 'all' and hour > 0 and hour < ${BigInt(since / (dayMs / dayHours))}`,
  )
  const { rows } = await sql<{ day: bigint }>`
    select distinct hour / ${sql.lit(dayHours)} as day from ${hours} as hours`.execute(db)
  const summed = rows.map(({ day }) => new Date(Number(day) * dayMs).toISOString().slice(0, 10))
  const kept = (await archivedDays(db)).map(({ day }) => day)
  return [...new Set([...summed, ...kept])].toSorted()
}

type ArchivedRow = ReturnType<typeof columnsOf>

/** Null: a line is no row. */
function rowsOf(lines: readonly string[]): ArchivedRow[] | null {
  try {
    return lines.map((line) => columnsOf(JSON.parse(line) as Row))
  } catch {
    return null
  }
}

const isCall = ({ type }: ArchivedRow): boolean => callTypes.includes(type)
const isRefund = ({ type }: ArchivedRow): boolean => type === BigInt(logType.refund)
const isSummed = ({ type }: ArchivedRow): boolean => summedTypes.includes(type)

/** Of some rows: how many the ledger charged for, and which it charged otherwise. */
async function bookedFor(
  db: Kysely<Tables>,
  rows: readonly ArchivedRow[],
  cleaned: readonly CleanedSpan[],
): Promise<{ charged: number; wrong: string[] }> {
  const ids = rows.map(({ request_id: id }) => id).filter((id) => id !== '')
  const charges = ids.length === 0 ? [] : await bookedAmong(db, ids)
  const booked = new Map(
    charges.map(({ cause, amount }) => [cause.slice(causePrefix.length), BigInt(amount)]),
  )
  const owed = new Map(
    (ids.length === 0 ? [] : await owedAmong(db, ids)).map(({ hold, left }) => [hold, left]),
  )
  const wrong = rows
    .filter(isCall)
    .filter(
      ({ request_id: id, quota, written_off: lost }) =>
        quota + lost !== (booked.get(id) ?? 0n) + (owed.get(id) ?? 0n),
    )
    .map(({ request_id: id }) => id)
  const charged = charges.filter(({ at }) => !isNear(Number(at), cleaned)).length
  return { charged, wrong }
}

/** Whether a clean-up deleted entries of a day (UTC). */
const isCleaned = (day: string, cleaned: readonly CleanedSpan[]): boolean =>
  cleaned.some(({ from, until }) => Date.parse(day) < until && Date.parse(day) + dayMs > from)

/** Whether a charge of this moment may have had a deleted entry. */
const isNear = (at: number, cleaned: readonly CleanedSpan[]): boolean =>
  cleaned.some(({ from, until }) => at >= from - aroundMidnightMs && at < until + aroundMidnightMs)

const causePrefix = 'request:'

const bookedAmong = (db: Kysely<Tables>, ids: readonly string[]) =>
  db
    .selectFrom('ledger_operations as operation')
    .innerJoin('ledger_transfers as transfer', 'transfer.operation_id', 'operation.id')
    .where(
      'operation.cause',
      'in',
      ids.map((id) => `${causePrefix}${id}`),
    )
    .where('transfer.credit', '=', 'revenue')
    .groupBy('operation.cause')
    .select(({ fn }) => [
      'operation.cause',
      fn.sum<bigint>('transfer.amount').as('amount'),
      fn.min('operation.at').as('at'),
    ])
    .execute()

const owedAmong = (db: Kysely<Tables>, ids: readonly string[]) =>
  db.selectFrom('ledger_debts').select(['hold', 'left']).where('hold', 'in', ids).execute()

/** Sums of a day by scope, hour and model that its rows, put away and not, do not give. */
async function differentSums(db: Kysely<Tables>, day: string, sums: DaySums): Promise<string[]> {
  const start = Date.parse(day)
  const left = await db
    .selectFrom('usage_log')
    .selectAll()
    .where('created_at', '>=', BigInt(start))
    .where('created_at', '<', BigInt(start + dayMs))
    .where('type', 'in', summedTypes)
    .execute()
  for (const row of left) addTo(sums, columnsOf(row))
  const firstHour = BigInt(start / (dayMs / dayHours))
  const ofDay = summedRollups(sql`hour >= ${firstHour} and hour < ${firstHour + BigInt(dayHours)}`)
  const { rows: kept } = await sql<KeptSums>`select * from ${ofDay} as kept`.execute(db)
  const stored = sumsOfDay(kept)
  return [...new Set([...sums.keys(), ...stored.keys()])].filter((key) =>
    rollupColumns.some(
      (column) => (sums.get(key)?.[column] ?? 0n) !== (stored.get(key)?.[column] ?? 0n),
    ),
  )
}

type ChargeCounts = {
  readonly since: number
  readonly charged: bigint
  readonly cleaned: readonly CleanedSpan[]
}

/** Charges of the ledger without a row are those whose rows are in the archive, or were deleted in a clean-up. */
async function examineCount(
  db: Kysely<Tables>,
  { since, charged, cleaned }: ChargeCounts,
): Promise<Finding> {
  const { rows } = await sql<{ charges: bigint }>`
    select count(*) as charges from (
      select operation.cause, min(operation.at) as charged_at from ledger_operations as operation
      join ledger_transfers as transfer on transfer.operation_id = operation.id
      where operation.cause like 'request:%' and transfer.credit = 'revenue'
        and operation.at < ${BigInt(since + aroundMidnightMs)} and not exists (
        select 1 from usage_log
        where request_id = substr(operation.cause, 9) and type <> 6)
      group by operation.cause
    ) as charged where ${outside(cleaned)}`.execute(db)
  const inLedger = BigInt(rows[0]?.charges ?? 0n)
  return inLedger === charged
    ? { ok: true, text: 'every charge of archived days has its row' }
    : { ok: false, text: `charges of archived days: ${inLedger}, their rows: ${charged}` }
}

const outside = (cleaned: readonly CleanedSpan[]) =>
  sql.join(
    [
      sql`1 = 1`,
      ...cleaned.map(
        ({ from, until }) => sql`not (charged_at >= ${BigInt(from - aroundMidnightMs)}
          and charged_at < ${BigInt(until + aroundMidnightMs)})`,
      ),
    ],
    sql` and `,
  )
