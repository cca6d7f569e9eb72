import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { AccountCode, LedgerName, SystemAccount } from './account.ts'
import type { LedgerDialect } from './incarnation.ts'
import { quota, zero } from './quota.ts'
import type { Quota } from './quota.ts'
import type { LedgerTables } from './tables.ts'

/** The balance of an account. It is read without a lock and may already be out of date. */
export type Balance = {
  readonly balance: Quota
  readonly held: Quota
  /** The unpaid part of charges. While it is not 0, nothing is available. */
  readonly owed: Quota
  /** `balance - held`: the most that a new hold can take. */
  readonly available: Quota
  readonly windowLimit: Quota | null
  readonly resetsAt: number | null
}

/** A stored figure that differs from the rows it is derived from. There should never be one. */
export type Difference = {
  readonly account: string
  readonly figure: 'balance' | 'held' | 'owed'
  readonly stored: Quota
  readonly derived: Quota
}

export type LedgerSums = {
  readonly ledger: LedgerName
  readonly debits: Quota
  readonly credits: Quota
}

export type Entry = {
  readonly id: bigint
  readonly operation: bigint
  readonly cause: string
  readonly kind: string
  readonly actor: string
  readonly remark: string
  readonly bookRevision: bigint
  readonly late: boolean
  readonly at: number
  readonly debit: string
  readonly credit: string
  readonly amount: Quota
}

export class LedgerReader {
  readonly #database: Kysely<LedgerTables>
  readonly #dialect: LedgerDialect

  constructor(database: Kysely<LedgerTables>, dialect: LedgerDialect) {
    this.#database = database
    this.#dialect = dialect
  }

  /** Accounts that were never used are empty. */
  async balances<Code extends AccountCode>(
    codes: readonly Code[],
  ): Promise<ReadonlyMap<Code, Balance>> {
    const found = new Map<string, Balance>()
    for (let start = 0; start < codes.length; start += 1_000) {
      const rows = await this.#database
        .selectFrom('ledger_accounts')
        .select(['code', 'balance', 'held', 'owed', 'window_limit', 'resets_at'])
        .where('code', 'in', codes.slice(start, start + 1_000))
        .execute()
      for (const row of rows) found.set(row.code, balanceOf(row))
    }
    return new Map(codes.map((code) => [code, found.get(code) ?? empty]))
  }

  async balance(code: AccountCode): Promise<Balance> {
    return (await this.balances([code])).get(code) ?? empty
  }

  /** All credits minus all debits of an account without a row (revenue, granted …). */
  async systemBalance(account: SystemAccount): Promise<Quota> {
    const { rows } = await sql<{ total: bigint | null }>`
      select sum(case when credit = ${account} then amount else -amount end) as total
      from ledger_transfers where credit = ${account} or debit = ${account}`.execute(this.#database)
    return quota(rows[0]?.total ?? 0n)
  }

  /** Recomputes all balances, held amounts and debts. Reads every row: for jobs, not for requests. */
  async differences(): Promise<Difference[]> {
    const balances = await sql<DifferenceRow>`
      select coalesce(account.code, fold.code) as account, 'balance' as figure,
        coalesce(account.balance, 0) as stored, coalesce(fold.amount, 0) as derived
      from (${this.#fold()}) as fold
      full join ledger_accounts as account on account.code = fold.code
      where coalesce(account.balance, 0) <> coalesce(fold.amount, 0)`.execute(this.#database)
    const held = await sql<DifferenceRow>`
      select account.code as account, 'held' as figure,
        account.held as stored, coalesce(pending.amount, 0) as derived
      from ledger_accounts as account
      left join (${this.#pending()}) as pending on pending.id = account.id
      where account.held <> coalesce(pending.amount, 0)`.execute(this.#database)
    const owed = await sql<DifferenceRow>`
      select account.code as account, 'owed' as figure,
        account.owed as stored, coalesce(debts.amount, 0) as derived
      from ledger_accounts as account
      left join (select wallet, sum("left") as amount from ledger_debts group by wallet) as debts
        on debts.wallet = account.code
      where account.owed <> coalesce(debts.amount, 0)`.execute(this.#database)
    return [...balances.rows, ...held.rows, ...owed.rows].map(
      ({ account, figure, stored, derived }) => ({
        account,
        figure,
        stored: quota(stored),
        derived: quota(derived),
      }),
    )
  }

  /** Debits and credits of all transfers, each counted in the ledger of its own account. */
  async sums(): Promise<LedgerSums[]> {
    const ledger = (account: 'debit' | 'credit') => sql`
      case when ${sql.ref(account)} = 'allowed' or ${sql.ref(account)} like 'limit:%'
        or ${sql.ref(account)} like 'window:%' then 'allowance' else 'quota' end`
    const { rows } = await sql<{ ledger: LedgerName; debits: bigint; credits: bigint }>`
      select ledger, sum(debits) as debits, sum(credits) as credits from (
        select ${ledger('debit')} as ledger, amount as debits, 0 as credits from ledger_transfers
        union all
        select ${ledger('credit')} as ledger, 0 as debits, amount as credits from ledger_transfers
      ) as sides group by ledger order by ledger`.execute(this.#database)
    return rows.map((row) => ({
      ledger: row.ledger,
      debits: quota(row.debits),
      credits: quota(row.credits),
    }))
  }

  /** Transfers to and from an account, newest first. `before` is the id of the last entry seen. */
  async history(
    account: AccountCode,
    options: { readonly before?: bigint; readonly limit: number },
  ): Promise<Entry[]> {
    const { before, limit } = options
    const side = (column: 'transfer.debit' | 'transfer.credit') =>
      this.#entries()
        .where(column, '=', account)
        .$if(column === 'transfer.credit', (query) => query.where(creditHasRow))
        .$if(before !== undefined, (query) => query.where('transfer.id', '<', before ?? 0n))
        .orderBy('transfer.id', 'desc')
        .limit(limit)
        .execute()
    const [out, into] = await Promise.all([side('transfer.debit'), side('transfer.credit')])
    return [...out, ...into]
      .sort((a, b) => (a.id < b.id ? 1 : -1))
      .slice(0, limit)
      .map(entryOf)
  }

  /** All entries with a cause, such as `request:<id>`, in order. */
  async entries(cause: string): Promise<Entry[]> {
    const rows = await this.#entries()
      .where('operation.cause', '=', cause)
      .orderBy('transfer.id')
      .execute()
    return rows.map(entryOf)
  }

  async owedFor(hold: string): Promise<Quota> {
    const row = await this.#database
      .selectFrom('ledger_debts')
      .select('left')
      .where('hold', '=', hold)
      .executeTakeFirst()
    return quota(row?.left ?? 0n)
  }

  /** Quota units cannot be redefined once a transfer exists. */
  async isEmpty(): Promise<boolean> {
    const row = await this.#database
      .selectFrom('ledger_transfers')
      .select('id')
      .limit(1)
      .executeTakeFirst()
    return row === undefined
  }

  #entries() {
    return this.#database
      .selectFrom('ledger_transfers as transfer')
      .innerJoin('ledger_operations as operation', 'operation.id', 'transfer.operation_id')
      .select([
        'transfer.id',
        'transfer.operation_id as operation',
        'operation.cause',
        'operation.kind',
        'operation.actor',
        'operation.remark',
        'operation.book_revision as bookRevision',
        'operation.late',
        'operation.at',
        'transfer.debit',
        'transfer.credit',
        'transfer.amount',
      ])
  }

  #fold() {
    return sql`
      select code, sum(amount) as amount from (
        select credit as code, amount from ledger_transfers
        union all select debit as code, -amount as amount from ledger_transfers
      ) as sides
      where code like 'wallet:%' or code like 'limit:%' or code like 'window:%' group by code`
  }

  #pending() {
    const elements =
      this.#dialect === 'sqlite'
        ? sql`json_each(hold.accounts) as element`
        : sql`json_array_elements_text(hold.accounts::json) as element (value)`
    return sql`
      select cast(element.value as bigint) as id, sum(hold.amount) as amount
      from ledger_holds as hold, ${elements} where hold.state = 'pending' group by 1`
  }
}

/** Same condition as the partial index on credits, which leaves out the accounts that charges credit. */
const creditHasRow = sql<boolean>`transfer.credit not in ('revenue', 'allowed')`

const empty: Balance = {
  balance: zero,
  held: zero,
  owed: zero,
  available: zero,
  windowLimit: null,
  resetsAt: null,
}

type DifferenceRow = {
  readonly account: string
  readonly figure: 'balance' | 'held' | 'owed'
  readonly stored: bigint
  readonly derived: bigint
}

function balanceOf(row: {
  readonly balance: bigint
  readonly held: bigint
  readonly owed: bigint
  readonly window_limit: bigint | null
  readonly resets_at: bigint | null
}): Balance {
  return {
    balance: quota(row.balance),
    held: quota(row.held),
    owed: quota(row.owed),
    available: quota(row.balance - row.held),
    windowLimit: row.window_limit === null ? null : quota(row.window_limit),
    resetsAt: row.resets_at === null ? null : Number(row.resets_at),
  }
}

type EntryRow = Omit<Entry, 'late' | 'at' | 'amount'> & {
  readonly late: bigint
  readonly at: bigint
  readonly amount: bigint
}

const entryOf = (row: EntryRow): Entry => ({
  ...row,
  late: row.late !== 0n,
  at: Number(row.at),
  amount: quota(row.amount),
})
