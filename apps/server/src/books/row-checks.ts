import { logType } from '@posthouse/contract/log'
import { type RawBuilder, sql } from 'kysely'
import { rollupColumns, summedRollups } from '../domain/usage-log/rollups/rollup-rows.ts'
import type { DatabaseDialect } from '../db/connection.ts'
import { countChecks, rollupScopes } from './count-checks.ts'
import type { RowCheck } from './finding.ts'

const hourMs = 3_600_000

/** A hold of a call; nothing that we serve takes so long. */
const oldHoldMs = 86_400_000

/** A charge and its row are of one moment; by so much they may lie on two sides of midnight. */
const aroundMidnightMs = 3_600_000

/** A row of the log is the price; the ledger is what was paid, collected, written off and is still owed. */
const charges = (since: number): readonly RowCheck[] => [
  {
    fine: 'every charge has its row of the log',
    wrong: 'charges without a row of the log',
    rows: sql`select operation.cause as id from ledger_operations as operation
      where operation.kind = 'charge' and operation.cause like 'request:%'
        and operation.at >= ${BigInt(since + aroundMidnightMs)} and not exists (
        select 1 from usage_log where request_id = substr(operation.cause, 9) and type in (2, 5))`,
  },
  {
    fine: 'every settled hold has its row of the log',
    wrong: 'settled holds without a row of the log',
    rows: sql`select hold.id as id from ledger_holds as hold
      where hold.state = 'settled'
        and hold.resolved_at >= ${BigInt(since + aroundMidnightMs)} and not exists (
        select 1 from usage_log where request_id = hold.id and type = 2)`,
  },
  {
    fine: 'every row of the log costs what the ledger says',
    wrong: 'rows of the log whose price is not in the ledger',
    rows: sql`select used.request_id as id from usage_log as used
      left join (
        select operation.cause as cause, sum(transfer.amount) as amount
        from ledger_operations as operation
        join ledger_transfers as transfer on transfer.operation_id = operation.id
        where operation.cause like 'request:%' and transfer.credit = 'revenue'
        group by operation.cause
      ) as booked on booked.cause = 'request:' || used.request_id
      left join ledger_debts as debt on debt.hold = used.request_id
      where used.type in (2, 5)
        and used.quota + used.written_off <> coalesce(booked.amount, 0) + coalesce(debt."left", 0)`,
  },
  {
    fine: 'every charge is taken from the wallet of its row',
    wrong: 'charges taken from a wallet that is not of their row',
    rows: sql`select operation.cause as id from ledger_operations as operation
      join ledger_transfers as transfer on transfer.operation_id = operation.id
      join usage_log as used on operation.cause = 'request:' || used.request_id
      where used.type in (2, 5) and transfer.debit like 'wallet:%'
        and transfer.debit <> 'wallet:' || used.user_id`,
  },
]

/** Rows of the log about money that was paid, given or corrected. */
const byHandTypes = sql.join(
  [logType.topUp, logType.management, logType.system].map((type) => sql.lit(type)),
)

/** What operations outside of calls moved into wallets, and whose. */
const movedByHand = sql`
  select operation.cause, operation.kind, operation.at, transfer.operation_id,
    max(case when transfer.credit like 'wallet:%' then transfer.credit else transfer.debit end) as wallet,
    sum(case when transfer.credit like 'wallet:%' then transfer.amount else -transfer.amount end) as amount
  from ledger_operations as operation
  join ledger_transfers as transfer on transfer.operation_id = operation.id
  where operation.kind in ('credit', 'grant', 'adjust') and transfer.ledger = 'quota'
  group by operation.cause, operation.kind, operation.at, transfer.operation_id`

/** A row of the log and an operation of the same event: a correction names its request. */
const isOfEvent = sql`moved.cause in (used.request_id, 'adjust:' || used.request_id)
  and moved.wallet = 'wallet:' || used.user_id and moved.amount = used.quota`

const byHand = (since: number): readonly RowCheck[] => [
  {
    fine: 'every amount paid, given or corrected has its row of the log',
    wrong: 'amounts paid, given or corrected without a row of the log',
    rows: sql`select moved.kind || ' ' || moved.cause as id from (${movedByHand}) as moved
      where moved.at >= ${BigInt(since + aroundMidnightMs)} and not exists (
        select 1 from usage_log as used where used.type in (${byHandTypes}) and ${isOfEvent})`,
  },
  {
    fine: 'every row of an amount paid, given or corrected is what the ledger says',
    wrong: 'rows of amounts paid, given or corrected that are not in the ledger',
    rows: sql`select used.request_id as id from usage_log as used
      where used.type in (${byHandTypes}) and used.quota <> 0 and not exists (
        select 1 from (${movedByHand}) as moved where ${isOfEvent})`,
  },
]

/** What was given back of each charge: to the wallet and, where it was still owed, to `revenue`. */
const givenBack = sql`
  select operation.cause, operation.at, sum(transfer.amount) as amount,
    sum(case when transfer.credit = 'revenue' then 0 else transfer.amount end) as returned,
    max(case when transfer.credit = 'revenue' then '' else transfer.credit end) as wallet
  from ledger_operations as operation
  join ledger_transfers as transfer on transfer.operation_id = operation.id
  where operation.kind = 'refund' and transfer.debit = 'refunded'
  group by operation.cause, operation.at`

const isRefund = sql`given.cause = 'request:' || used.request_id and used.quota = -given.amount
  and given.wallet in ('', 'wallet:' || used.user_id)`

/** A charge that only a limit had paid is given back with a row of 0. */
const refunds = (since: number): readonly RowCheck[] => [
  {
    fine: 'every charge given back has its row of the log',
    wrong: 'charges given back without a row of the log',
    rows: sql`select given.cause as id from (${givenBack}) as given
      where given.at >= ${BigInt(since + aroundMidnightMs)} and not exists (
        select 1 from usage_log as used where used.type = 6 and ${isRefund})`,
  },
  {
    fine: 'every row of a charge given back is what the ledger says',
    wrong: 'rows of charges given back that are not in the ledger',
    rows: sql`select used.request_id as id from usage_log as used
      where used.type = 6 and used.quota <> 0 and not exists (
        select 1 from (${givenBack}) as given where ${isRefund})`,
  },
  {
    fine: 'no charge was given back beyond what its wallet paid',
    wrong: 'charges given back beyond what their wallet paid',
    rows: sql`select given.cause as id from (${givenBack}) as given
      left join (
        select operation.cause, sum(transfer.amount) as amount
        from ledger_operations as operation
        join ledger_transfers as transfer on transfer.operation_id = operation.id
        where transfer.debit like 'wallet:%' and transfer.credit = 'revenue'
        group by operation.cause
      ) as paid on paid.cause = given.cause
      where given.returned <> coalesce(paid.amount, 0)`,
  },
]

/** How long a hold that ended is told from one that never was. */
export const endedHoldsKeptMs = 30 * 86_400_000

const holds = (now: number): readonly RowCheck[] => [
  {
    fine: 'every charge has its settled hold',
    wrong: 'charges without a settled hold',
    rows: sql`select operation.cause as id from ledger_operations as operation
      where operation.kind = 'charge' and operation.cause like 'request:%'
        and operation.at >= ${BigInt(now - endedHoldsKeptMs + aroundMidnightMs)} and not exists (
        select 1 from ledger_holds
        where id = substr(operation.cause, 9) and state = 'settled')`,
  },
]

const records: readonly RowCheck[] = [
  {
    fine: 'every operation has its transfers',
    wrong: 'operations without transfers',
    rows: sql`select operation.kind || ' ' || operation.cause as id from ledger_operations as operation
      where not exists (select 1 from ledger_transfers where operation_id = operation.id)`,
  },
  {
    fine: 'every transfer has its operation',
    wrong: 'transfers without an operation',
    rows: sql`select cast(transfer.id as text) as id from ledger_transfers as transfer
      where not exists (select 1 from ledger_operations where id = transfer.operation_id)`,
  },
]

const openMatters = (now: number): readonly RowCheck[] => [
  {
    fine: 'no hold is pending for more than a day',
    wrong: 'holds pending for more than a day',
    rows: sql`select id from ledger_holds
      where state = 'pending' and task = '' and created_at < ${BigInt(now - oldHoldMs)}`,
  },
  {
    fine: 'every wallet that owes is held by somebody',
    wrong: 'wallets that owe and are held by nobody',
    rows: sql`select code as id from ledger_accounts where owed > 0 and held = 0`,
  },
]

/** What each column of a roll-up is the sum of. */
const countedAs = {
  requests: sql`sum(case when type = 6 then 0 else 1 end)`,
  errors: sql`sum(case when type = 5 then 1 else 0 end)`,
  quota: sql`sum(quota)`,
  input_tokens: sql`sum(input_tokens)`,
  output_tokens: sql`sum(output_tokens)`,
  // Nothing waited for a call that was refused at once.
  duration_ms: sql`sum(case when outcome = 'refused' then 0 else duration_ms end)`,
  first_content_ms: sql`sum(coalesce(first_content_ms, 0))`,
  first_content_count: sql`count(first_content_ms)`,
  refusals: sql`sum(case when type = 5 and channel_id = 0 then 1 else 0 end)`,
  doubts: sql`sum(case when type = 6 or doubts = '' then 0 else 1 end)`,
  cost: sql`sum(coalesce(cost, 0))`,
  costed_quota: sql`sum(case when cost is null then 0 else quota end)`,
} satisfies Record<(typeof rollupColumns)[number], RawBuilder<unknown>>

const counted = sql.join(
  rollupColumns.map((column) => sql`${countedAs[column]} as ${sql.ref(column)}`),
)

const either = (wrong: (column: (typeof rollupColumns)[number]) => RawBuilder<unknown>) =>
  sql.join(rollupColumns.map(wrong), sql` or `)

/** What is kept, over nodes. What was refused before a channel was chosen has none. */
const keptFor = (scope: string, since: number) =>
  summedRollups(sql`scope = ${sql.lit(scope)} and hour > 0
    and hour >= ${BigInt(Math.floor(since / hourMs))}
    and (scope_id > 0 or ${sql.lit(scope)} <> 'channel')`)

const rollups = (since: number): readonly RowCheck[] => [
  ...rollupScopes.map(({ scope, of, where }) => ({
    fine: `the roll-ups by ${scope} are the sums of the log`,
    wrong: `roll-ups by ${scope} that are not the sums of the log`,
    rows: sql<{ id: string }>`
      select coalesce(counted.scope_id, kept.scope_id) || ' ' || coalesce(counted.hour, kept.hour)
        || ' ' || coalesce(counted.model, kept.model) as id
      from (
        select ${of} as scope_id, created_at / 3600000 as hour, model, ${counted}
        from usage_log where type in (2, 5, 6) and created_at >= ${BigInt(since)} ${where}
        group by 1, 2, 3
      ) as counted
      full join ${keptFor(scope, since)} as kept on kept.scope_id = counted.scope_id and kept.hour = counted.hour
        and kept.model = counted.model
      where ${either((column) => sql`coalesce(${sql.ref(`counted.${column}`)}, 0) <> coalesce(${sql.ref(`kept.${column}`)}, 0)`)}`,
  })),
  {
    fine: 'the roll-ups of all time are the sums of their hours',
    wrong: 'roll-ups of all time that are not the sums of their hours',
    rows: sql`select scope || ' ' || scope_id as id
      from ${summedRollups(sql`hour >= 0`)} as sums group by scope, scope_id
      having ${either((column) => sql`sum(case when hour = 0 then ${sql.ref(column)} else -${sql.ref(column)} end) <> 0`)}`,
  },
]

/**
 * Every check that is a matter of rows. Rows of the log from before `since` may have been put away; both
 * are epoch milliseconds.
 */
export const rowChecks = (
  now: number,
  since: number,
  dialect: DatabaseDialect,
): readonly RowCheck[] => [
  ...records,
  ...charges(since),
  ...byHand(since),
  ...refunds(since),
  ...holds(now),
  ...openMatters(now),
  ...rollups(since),
  ...countChecks(since, dialect),
]
