import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { Books, Charge } from './compare.ts'

const posthouse = fileURLToPath(new URL('../../../apps/server/src/posthouse.ts', import.meta.url))

type Row = Readonly<Record<string, unknown>>

/** Waits until every hold has ended, or for as long as one may last, and reads the books. */
export async function readBooks(
  url: string,
  environment: NodeJS.ProcessEnv,
  granted: number,
): Promise<Books> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const rows = async (sql: string): Promise<Row[]> => (await client.query<Row>(sql)).rows
  const numberOf = async (sql: string): Promise<number> =>
    Number(Object.values((await rows(sql))[0] ?? {})[0] ?? 0)
  try {
    const pendingHolds = await untilHoldsEnd(() =>
      numberOf(`select count(*) from ledger_holds where state = 'pending'`),
    )
    const charges = await rows(`select u.client_request_id as name, u.quota as quota,
        u.outcome as outcome, count(distinct u.id) as rows,
        coalesce(sum(t.amount) filter (where t.debit like 'wallet:%'), 0) as moved
      from ledger_operations o
      left join ledger_transfers t on t.operation_id = o.id
      left join usage_log u on 'request:' || u.request_id = o.cause
      where o.kind = 'charge' group by o.id, u.client_request_id, u.quota, u.outcome`)
    return {
      charges: charges.map(chargeOf),
      pendingHolds,
      walletHeld: await numberOf(
        `select coalesce(sum(held), 0) from ledger_accounts where code like 'wallet:%'`,
      ),
      walletBalance: await numberOf(
        `select coalesce(sum(balance), 0) from ledger_accounts where code like 'wallet:%'`,
      ),
      granted,
      doctor: await doctor(environment),
    }
  } finally {
    await client.end()
  }
}

const chargeOf = (row: Row): Charge => ({
  name: String(row['name']),
  quota: Number(row['quota']),
  outcome: String(row['outcome']),
  moved: Number(row['moved']),
  rows: Number(row['rows']),
})

/** A node that is gone is missed after a minute and a half, and its holds are swept every quarter of one. */
const longestMs = 180_000

async function untilHoldsEnd(pending: () => Promise<number>): Promise<number> {
  const end = Date.now() + longestMs
  for (;;) {
    const count = await pending()
    if (count === 0 || Date.now() > end) return count
    await delay(1_000)
  }
}

/** What the command for operators says is wrong. */
const doctor = (environment: NodeJS.ProcessEnv): Promise<string[]> =>
  new Promise((resolve) => {
    execFile(process.execPath, [posthouse, 'doctor'], { env: environment }, (error, output) => {
      resolve(error === null ? [] : output.split('\n').filter((line) => line.trim() !== ''))
    })
  })
