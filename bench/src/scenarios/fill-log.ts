import type { DatabaseSync } from 'node:sqlite'

/** How a history of the log is spread. */
export const logShape = { users: 1_000, tokensPerUser: 2, models: 30, channels: 20, days: 90 }

const { users, tokensPerUser, models, channels, days } = logShape

/** A number that looks random and is the same for the same row. */
const mixed = (factor: number, below: number): string =>
  `((n * ${factor} + n / 7 * ${factor + 2}) % 1000003) % ${below}`

/**
 * Rows of the log as settlements write them, oldest first, with their hourly sums. Indexes are made
 * after the rows, and a tenth of all rows belongs to the super administrator, whose dashboard is read.
 */
export function fillLog(database: DatabaseSync, rows: number): void {
  const indexes = database
    .prepare(
      `select name, sql from sqlite_master
       where type = 'index' and tbl_name = 'usage_log' and sql is not null`,
    )
    .all() as { readonly name: string; readonly sql: string }[]
  database.exec('pragma synchronous = off; pragma cache_size = -262144')
  for (const { name } of indexes) database.exec(`drop index "${name}"`)
  database.exec('begin')
  database.exec(insertRows(rows))
  for (const scope of ['all', 'user', 'token', 'channel']) database.exec(insertSums(scope))
  for (const statement of otherSums) database.exec(statement)
  database.exec('commit')
  for (const { sql } of indexes) database.exec(sql)
  database.exec('pragma wal_checkpoint(truncate)')
}

function insertRows(rows: number): string {
  const now = Date.now()
  const step = (days * 86_400_000) / rows
  return `
    with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${rows}),
    drawn as (
      select n, case when n % 10 = 0 then 0 else ${mixed(7919, users)} end as u,
        ${mixed(104729, models)} as m, ${mixed(15485863, channels)} as c,
        ${mixed(1299709, tokensPerUser)} as t
      from numbers
    )
    insert into usage_log (request_id, type, created_at, user_id, username, token_id, token_name,
      channel_id, channel_name, model, priced_model, "group", dialect, is_stream, duration_ms,
      first_content_ms, input_tokens, output_tokens, usage, usage_source, outcome, status, quota,
      held, book_revision, group_ratio_millionths, charge, source_ip)
    select printf('00000000-0000-7000-8000-%012d', n), case when n % 50 = 0 then 5 else 2 end,
      cast(${now} - (${rows} - n) * ${step} as integer), u + 1,
      case when u = 0 then 'root' else 'user-' || u end, u * ${tokensPerUser} + t,
      'token-' || (u * ${tokensPerUser} + t), c + 1, 'channel-' || (c + 1), 'model-' || m,
      'model-' || m, 'default', 'openai-chat', n % 2, 200 + n % 3000,
      case when n % 2 = 0 then null else 100 + n % 900 end, 20 + n % 4000, n % 1000,
      '{"input":20,"output":100}', 'reported', 'complete', 200, 1 + n % 5000, 1 + n % 8000, 1,
      1000000, '{"v":1,"entry":{"model":"model","type":"tokens","lines":[]}}', '127.0.0.1'
    from drawn`
}

/** The sums that analytics reads beside those: lengths in doublings, meters, and failed attempts. */
const otherSums = [
  `insert into latency_rollup
     (scope, scope_id, hour, model, up_to_ms, node, durations, first_contents)
   select 'channel', channel_id, created_at / 3600000, model,
     1 << (1 + cast(log2(duration_ms) as integer)), '', count(*), count(first_content_ms)
   from usage_log where type = 2 group by 1, 2, 3, 4, 5`,
  ...['input', 'cache_read', 'output'].map(
    (meter) => `
   insert into meter_rollup (scope, scope_id, hour, model, meter, node, amount)
   select 'channel', channel_id, created_at / 3600000, model, '${meter}', '', sum(input_tokens)
   from usage_log group by 1, 2, 3, 4`,
  ),
  `insert into failure_rollup (channel_id, hour, failure, node, attempts)
   select channel_id, created_at / 3600000, 'overloaded', '', count(*)
   from usage_log where type = 5 group by 1, 2`,
]

const scopeColumns: Readonly<Record<string, string>> = {
  all: '0',
  user: 'user_id',
  token: 'token_id',
  channel: 'channel_id',
}

function insertSums(scope: string): string {
  const id = scopeColumns[scope] ?? '0'
  const counted = `count(*), sum(type = 5), sum(quota), sum(input_tokens), sum(output_tokens),
    sum(duration_ms), coalesce(sum(first_content_ms), 0), count(first_content_ms)`
  const columns = `scope, scope_id, hour, model, requests, errors, quota, input_tokens, output_tokens,
    duration_ms, first_content_ms, first_content_count`
  return `
    insert into usage_rollup (${columns})
    select '${scope}', ${id}, created_at / 3600000, model, ${counted}
    from usage_log where model <> '' group by 1, 2, 3, 4;
    insert into usage_rollup (${columns})
    select '${scope}', ${id}, 0, '', ${counted} from usage_log where model <> '' group by 1, 2
    on conflict do nothing`
}
