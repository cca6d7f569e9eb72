import { createRequire } from 'node:module'
import { setup } from '@posthouse/testkit/postgres-global-setup'

const sampleMs = 5
/** A dependency of the testkit, from where it is resolved. */
const driver = 'pg'

/** What is needed of the driver, which comes with the testkit. */
type Client = {
  connect(): Promise<void>
  query(sql: string): Promise<{ readonly rows: readonly Record<string, unknown>[] }>
  end(): Promise<void>
}

export type PostgresWatch = {
  /** Counts from now on; what is returned ends the count. Times are of all sessions together. */
  watch(): () => Promise<{ readonly activeMs: number; readonly lockWaitMs: number }>
}

export type Postgres = PostgresWatch &
  AsyncDisposable & { readonly url: string; run(sql: string): Promise<void> }

/** The PostgreSQL server of the test suites, with a database of its own. */
export async function startPostgres(): Promise<Postgres> {
  const stop = await setup()
  const server = process.env['POSTHOUSE_TEST_POSTGRES_URL'] ?? ''
  const administrator = await connected(server)
  await administrator.query('create database bench')
  const url = new URL(server)
  url.pathname = '/bench'
  return {
    url: url.href,
    watch: () => watch(administrator),
    run: async (sql) => {
      const client = await connected(url.href)
      await client.query(sql)
      await client.end()
    },
    [Symbol.asyncDispose]: async () => {
      await administrator.end()
      await stop()
    },
  }
}

async function connected(url: string): Promise<Client> {
  const require = createRequire(import.meta.resolve('@posthouse/testkit/database'))
  const { Client: Driver } = require(driver) as {
    readonly Client: new (options: { connectionString: string }) => Client
  }
  const client = new Driver({ connectionString: url })
  await client.connect()
  return client
}

/**
 * Samples what sessions do: of those that run a statement, those that wait for a lock. A share of
 * the samples is a share of the time.
 */
function watch(client: Client): () => Promise<{ activeMs: number; lockWaitMs: number }> {
  let watching = true
  let active = 0
  let waiting = 0
  let samples = 0
  const startedAt = performance.now()
  const sampling = (async () => {
    while (watching) {
      const { rows } = await client.query(sampleSql)
      active += Number(rows[0]?.['active'] ?? 0)
      waiting += Number(rows[0]?.['waiting'] ?? 0)
      samples += 1
      await new Promise((resolve) => setTimeout(resolve, sampleMs))
    }
  })()
  return async () => {
    watching = false
    await sampling
    const each = (performance.now() - startedAt) / Math.max(1, samples)
    return { activeMs: active * each, lockWaitMs: waiting * each }
  }
}

const sampleSql = `
  select count(*) filter (where state = 'active') as active,
    count(*) filter (where wait_event_type = 'Lock') as waiting
  from pg_stat_activity where datname = 'bench'`
