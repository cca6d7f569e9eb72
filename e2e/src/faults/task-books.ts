import type pg from 'pg'

export type TaskMoney = {
  readonly id: string
  readonly status: string
  readonly open: number
  /** Its holds, and those of them that have not ended. */
  readonly holds: number
  readonly pending: number
  readonly price: number
  /** As its row says. */
  readonly charged: number
  readonly refunded: number
  /** By the ledger's operations. */
  readonly charges: number
  readonly refunds: number
  /** What left the wallet, less what came back, by the ledger's transfers. */
  readonly moved: number
  /** The same by the log. */
  readonly logged: number
}

export type TaskBooks = {
  readonly tasks: readonly TaskMoney[]
  /** Of all wallets. */
  readonly sums: { readonly paid: number; readonly logged: number; readonly held: number }
}

const ofTasks = `
  select t.id, t.status, t.open, t.held as price, t.charged, t.refunded,
    (select count(*) from ledger_holds h where h.id = t.id) as holds,
    (select count(*) from ledger_holds h where h.id = t.id and h.state = 'pending') as pending,
    (select count(*) from ledger_operations o where o.cause = 'request:' || t.id and o.kind = 'charge') as charges,
    (select count(*) from ledger_operations o where o.cause = 'request:' || t.id and o.kind = 'refund') as refunds,
    (select coalesce(sum(case when x.debit like 'wallet:%' then x.amount else 0 end
        - case when x.credit like 'wallet:%' then x.amount else 0 end), 0)
      from ledger_operations o join ledger_transfers x on x.operation_id = o.id
      where o.cause = 'request:' || t.id) as moved,
    (select coalesce(sum(u.quota), 0) from usage_log u
      where u.request_id = t.id) as logged
  from tasks t order by t.id`

const ofWallets = `
  select (select sum(case when x.debit like 'wallet:%' then x.amount else 0 end
        - case when x.credit like 'wallet:%' then x.amount else 0 end)
      from ledger_operations o join ledger_transfers x on x.operation_id = o.id
      where o.cause like 'request:%') as paid,
    (select sum(quota) from usage_log where type in (2, 6)) as logged,
    (select sum(held) from ledger_accounts) as held`

/** What the database says of tasks and their money, straight from its rows. */
export async function booksOf(database: pg.Pool): Promise<TaskBooks> {
  const { rows } = await database.query<Record<string, string>>(ofTasks)
  const [sums = {}] = (await database.query<Record<string, string>>(ofWallets)).rows
  return {
    tasks: rows.map(({ id = '', status = '', ...figures }) => ({
      id,
      status,
      ...(numbersIn(figures) as Omit<TaskMoney, 'id' | 'status'>),
    })),
    sums: numbersIn(sums) as TaskBooks['sums'],
  }
}

const numbersIn = (row: Readonly<Record<string, string>>): Record<string, number> =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, Number(value)]))
