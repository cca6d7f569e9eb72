import { type RawBuilder, sql } from 'kysely'

/** Rows that should not be: `select … as id` finds them. */
export type RowCheck = {
  /** Said when there is none. */
  readonly fine: string
  /** Said before how many there are. */
  readonly wrong: string
  readonly rows: RawBuilder<{ id: string }>
}

/** A hold of a call; nothing that we serve takes so long. */
const oldHoldMs = 86_400_000

/** A row of the log is the price; the ledger is what was paid, collected, written off and is still owed. */
const charges: readonly RowCheck[] = [
  {
    fine: 'every charge has its row of the log',
    wrong: 'charges without a row of the log',
    rows: sql`select operation.cause as id from ledger_operations as operation
      where operation.kind = 'charge' and operation.cause like 'request:%' and not exists (
        select 1 from usage_log where request_id = substr(operation.cause, 9))`,
  },
  {
    fine: 'every settled hold has its row of the log',
    wrong: 'settled holds without a row of the log',
    rows: sql`select hold.id as id from ledger_holds as hold
      where hold.state = 'settled' and not exists (
        select 1 from usage_log where request_id = hold.id)`,
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
      where used.type = 2
        and used.quota + used.written_off <> coalesce(booked.amount, 0) + coalesce(debt."left", 0)`,
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
      where state = 'pending' and created_at < ${BigInt(now - oldHoldMs)}`,
  },
  {
    fine: 'every wallet that owes is held by somebody',
    wrong: 'wallets that owe and are held by nobody',
    rows: sql`select code as id from ledger_accounts where owed > 0 and held = 0`,
  },
]

/** Sums of the log, as they are kept by hour. Refusals have no channel. */
const rollupScopes = [
  { scope: 'all', of: sql.lit(0), where: sql`` },
  { scope: 'user', of: sql.ref('user_id'), where: sql`` },
  { scope: 'token', of: sql.ref('token_id'), where: sql`` },
  { scope: 'channel', of: sql.ref('channel_id'), where: sql`and channel_id > 0` },
] as const

const rollups: readonly RowCheck[] = [
  ...rollupScopes.map(({ scope, of, where }) => ({
    fine: `the roll-ups by ${scope} are the sums of the log`,
    wrong: `roll-ups by ${scope} that are not the sums of the log`,
    rows: sql<{ id: string }>`
      select coalesce(counted.scope_id, kept.scope_id) || ' ' || coalesce(counted.hour, kept.hour)
        || ' ' || coalesce(counted.model, kept.model) as id
      from (
        select ${of} as scope_id, created_at / 3600000 as hour, model,
          count(*) as requests, sum(quota) as quota
        from usage_log where type in (2, 5) ${where} group by 1, 2, 3
      ) as counted
      full join (
        select scope_id, hour, model, requests, quota from usage_rollup
        where scope = ${sql.lit(scope)} and hour > 0
          and (scope_id > 0 or ${sql.lit(scope)} <> 'channel')
      ) as kept on kept.scope_id = counted.scope_id and kept.hour = counted.hour
        and kept.model = counted.model
      where coalesce(counted.requests, 0) <> coalesce(kept.requests, 0)
        or coalesce(counted.quota, 0) <> coalesce(kept.quota, 0)`,
  })),
  {
    fine: 'the roll-ups of all time are the sums of their hours',
    wrong: 'roll-ups of all time that are not the sums of their hours',
    rows: sql`select scope || ' ' || scope_id as id from usage_rollup group by scope, scope_id
      having sum(case when hour = 0 then requests else -requests end) <> 0
        or sum(case when hour = 0 then quota else -quota end) <> 0`,
  },
]

/** Every check that is a matter of rows. `now` is epoch milliseconds. */
export const rowChecks = (now: number): readonly RowCheck[] => [
  ...records,
  ...charges,
  ...openMatters(now),
  ...rollups,
]
