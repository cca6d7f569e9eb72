import { type LogQuery, logType } from '@posthouse/contract/log'
import { type Kysely, sql } from 'kysely'
import type { z } from 'zod'
import type { Tables } from '../../db/tables.ts'

/** A filter of the log. `userId` null: everybody's. */
export type LogFilter = Omit<Query, 'page' | 'size' | 'order' | 'after_id' | RareCondition> &
  Partial<Pick<Query, RareCondition>> & { readonly userId: bigint | null }

type Query = z.output<typeof LogQuery>
type RareCondition =
  | 'result'
  | 'error_code'
  | 'min_seconds'
  | 'min_quota'
  | 'user_group'
  | 'channel_type'

/** A filter with what indexes can use in place of names and times. */
export type NarrowFilter = LogFilter & {
  /** Bounds of the ids that a time range can have. */
  readonly ids?: { readonly from: bigint | null; readonly to: bigint | null }
  /** Accounts of the name. */
  readonly userIds?: readonly bigint[]
}

/**
 * Settlements of one moment are numbered in the order in which they commit, on every node: an id may
 * be this far from its place in time, and is checked by its time all the same.
 */
const disorder = 10_000n

/** After every row: what begins later than the newest has none. */
const beyond = 2n ** 62n

/**
 * Looks up what a filter means in ids: a name is an account, a time lies between two rows. Every list
 * is in the order of ids, so that a bound on ids ends a walk through any of its indexes.
 */
export async function narrowed(db: Kysely<Tables>, filter: LogFilter): Promise<NarrowFilter> {
  const { username, start_timestamp, end_timestamp } = filter
  const [from, to, users] = await Promise.all([
    start_timestamp > 0 ? idAt(db, BigInt(start_timestamp) * 1_000n) : null,
    end_timestamp > 0 ? idAt(db, BigInt(end_timestamp) * 1_000n + 1_000n) : null,
    username === ''
      ? null
      : db.selectFrom('users').select('id').where('username', '=', username).limit(100).execute(),
  ])
  return {
    ...filter,
    ids: {
      from: start_timestamp > 0 ? (from ?? beyond) - disorder : null,
      to: to === null ? null : to + disorder,
    },
    ...(users === null || users.length === 0 ? {} : { userIds: users.map(({ id }) => id) }),
  }
}

/** The id of the first row at or after a moment; null when there is none. */
async function idAt(db: Kysely<Tables>, moment: bigint): Promise<bigint | null> {
  const row = await db
    .selectFrom('usage_log')
    .select('id')
    .where('created_at', '>=', moment)
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return row?.id ?? null
}

/** Rows of calls, charged or failed. */
export const callTypes = [BigInt(logType.consumption), BigInt(logType.error)]

/** The subject of sums of the log: calls, less what was given back of them. */
export const summedTypes = [...callTypes, BigInt(logType.refund)]

/** Rows that a filter lets through. */
export function filtered(db: Kysely<Tables>, filter: NarrowFilter) {
  let rows = db.selectFrom('usage_log')
  if (filter.ids?.from != null) rows = rows.where('id', '>=', filter.ids.from)
  if (filter.ids?.to != null) rows = rows.where('id', '<=', filter.ids.to)
  for (const [column, comparison, value] of conditionsOf(filter)) {
    rows = rows.where(column, comparison, value)
  }
  for (const [column, comparison, value] of rowConditionsOf(filter)) {
    rows = rows.where(column, comparison, value)
  }
  const supplier = channelsOfType(db, filter)
  if (supplier !== null) rows = rows.where('channel_id', 'in', supplier)
  const members = usersOfGroup(db, filter)
  if (members !== null) rows = rows.where('user_id', 'in', members)
  const prefix = modelPrefix(filter)
  if (prefix !== null) rows = rows.where(beginningOf(prefix), '=', prefix)
  if (filter.userIds !== undefined) rows = rows.where('user_id', 'in', filter.userIds)
  return rows
}

/** The same of calls that were put away and not paid in full. */
export function filteredLosses(db: Kysely<Tables>, filter: NarrowFilter) {
  let rows = db.selectFrom('archived_losses')
  for (const [column, comparison, value] of conditionsOf(filter)) {
    rows = rows.where(column, comparison, value)
  }
  // Nothing is kept there by which these could be answered.
  if (rowConditionsOf(filter).length > 0) rows = rows.where('request_id', 'in', [''])
  const supplier = channelsOfType(db, filter)
  if (supplier !== null) rows = rows.where('channel_id', 'in', supplier)
  const members = usersOfGroup(db, filter)
  if (members !== null) rows = rows.where('user_id', 'in', members)
  const prefix = modelPrefix(filter)
  if (prefix !== null) rows = rows.where(beginningOf(prefix), '=', prefix)
  if (filter.userIds !== undefined) rows = rows.where('user_id', 'in', filter.userIds)
  return rows
}

/** The channels of a supplier, deleted ones included; null: it is not asked for. */
function channelsOfType(db: Kysely<Tables>, { channel_type: type = 0 }: LogFilter) {
  return type === 0
    ? null
    : db.selectFrom('channels').where('channels.type', '=', BigInt(type)).select('channels.id')
}

/** Users who are in a group today; null: it is not asked for. */
function usersOfGroup(db: Kysely<Tables>, { user_group: group = '' }: LogFilter) {
  return group === ''
    ? null
    : db.selectFrom('users').where('users.group', '=', group).select('users.id')
}

/** The prefix that models must have; null: a whole name, or any. */
function modelPrefix({ model_name: name }: LogFilter): string | null {
  return name.endsWith('*') ? name.slice(0, -1) : null
}

/** Compared as it is written: LIKE knows no case in SQLite, and reads `_` as any character. */
const beginningOf = (prefix: string) =>
  sql<string>`substr(model, 1, ${sql.lit(Array.from(prefix).length)})`

/** Filters that the roll-ups and the archive cannot answer. */
export const isOfRows = (filter: LogFilter): boolean =>
  (filter.result ?? '') !== '' ||
  (filter.channel_type ?? 0) !== 0 ||
  (filter.user_group ?? '') !== '' ||
  modelPrefix(filter) !== null ||
  rowConditionsOf(filter).length > 0

type RowCondition = readonly ['error_code' | 'duration_ms' | 'quota', '=' | '>=', bigint | string]

/** Conditions on columns that only rows of the log have. */
function rowConditionsOf({ error_code: code, min_seconds, min_quota }: LogFilter): RowCondition[] {
  const conditions: RowCondition[] = []
  if (code !== undefined && code !== '') conditions.push(['error_code', '=', code])
  if (min_seconds !== undefined && min_seconds > 0) {
    conditions.push(['duration_ms', '>=', BigInt(Math.ceil(min_seconds * 1_000))])
  }
  if (min_quota !== undefined && min_quota > 0) {
    conditions.push(['quota', '>=', BigInt(min_quota)])
  }
  return conditions
}

type Condition<Column extends string> = readonly [Column, '=' | '>=' | '<=' | '<>', bigint | string]

/** The conditions that do not depend on the table in which a row stands now. */
const conditionsOf = (filter: NarrowFilter) => [
  ...(filter.doubted === 1 ? [['doubts', '<>', ''] as const] : []),
  ...resultOf(filter),
  ...boundsOf(filter),
  ...equalitiesOf(filter),
]

type Result = readonly ['type' | 'channel_id', '=' | '<>', bigint]

function resultOf({ result = '' }: NarrowFilter): Result[] {
  if (result === '') return []
  if (result === 'succeeded') return [['type', '=', BigInt(logType.consumption)]]
  return [
    ['type', '=', BigInt(logType.error)],
    ['channel_id', result === 'refused' ? '=' : '<>', 0n],
  ]
}

function boundsOf({ start_timestamp, end_timestamp }: NarrowFilter) {
  const bounds: Condition<'created_at'>[] = []
  if (start_timestamp > 0) bounds.push(['created_at', '>=', BigInt(start_timestamp) * 1_000n])
  if (end_timestamp > 0) bounds.push(['created_at', '<=', BigInt(end_timestamp) * 1_000n + 999n])
  return bounds
}

type Equality = readonly [
  (
    | 'user_id'
    | 'type'
    | 'channel_id'
    | 'model'
    | 'token_name'
    | 'request_id'
    | 'username'
    | 'source_ip'
  ),
  '=',
  bigint | string,
]

function equalitiesOf(filter: NarrowFilter): Equality[] {
  const numbers: [Equality[0], bigint][] = [
    ['user_id', filter.userId ?? 0n],
    ['type', BigInt(filter.log_type)],
    ['channel_id', BigInt(filter.channel_id)],
  ]
  const texts: [Equality[0], string][] = [
    ['model', modelPrefix(filter) === null ? filter.model_name : ''],
    ['token_name', filter.token_name],
    ['request_id', filter.request_id],
    // An account is its id; only a name that no account has is looked for in the rows.
    ['username', filter.userIds === undefined ? filter.username : ''],
    ['source_ip', filter.source_ip],
  ]
  return [...numbers, ...texts]
    .filter(([, value]) => value !== '' && value !== 0n)
    .map(([column, value]) => [column, '=', value])
}
