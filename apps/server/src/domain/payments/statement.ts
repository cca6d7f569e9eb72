import type { StatementKind } from '@posthouse/contract/statement'
import { walletOf } from '@posthouse/ledger/account'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../db/tables.ts'
import { dayIn } from '../../lib/zone.ts'

type StatementLine = {
  readonly at: number
  readonly kind: StatementKind
  /** As stored: the name of one of our remarks, or free text. */
  readonly text: string
  readonly count: number
  readonly amount: bigint
  readonly balance: bigint
}

export type Statement = {
  readonly opening: bigint
  readonly closing: bigint
  readonly lines: readonly StatementLine[]
}

type StatementRequest = {
  readonly userId: bigint
  /** `2026-11` */
  readonly month: string
  readonly timeZone: string
}

/** Every time zone's offset is a multiple of this, so days consist of such pieces. */
const pieceMs = 15 * 60_000

/** All transfers of a wallet in a month: usage by day, everything else line by line. */
export async function readStatement(
  db: Kysely<Tables>,
  { userId, month, timeZone }: StatementRequest,
): Promise<Statement> {
  const [from, to] = spanOf(month, timeZone)
  const rows = await transfersOf(db, walletOf(userId), { from, to })
  const opening = rows
    .filter(({ piece }) => piece === -1n)
    .reduce((sum, row) => sum + signed(row), 0n)
  const lines = linesOf(
    rows.filter(({ piece }) => piece !== -1n),
    timeZone,
  )
  let balance = opening
  const withBalance = lines.map((line) => {
    balance += line.amount
    return { ...line, balance }
  })
  return { opening, closing: balance, lines: withBalance }
}

/** Start and end of a month in a time zone. */
function spanOf(month: string, timeZone: string): readonly [from: number, to: number] {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return [beginning(year, number - 1, timeZone), beginning(year, number, timeZone)]
}

/** Start of a month. Time zones are at most 14 hours ahead of UTC and 12 behind. */
function beginning(year: number, monthIndex: number, timeZone: string): number {
  const utc = Date.UTC(year, monthIndex, 1)
  const day = new Date(utc).toISOString().slice(0, 10)
  let instant = utc - 14 * 3_600_000
  while (dayIn(instant, timeZone) < day) instant += pieceMs
  return instant
}

type TransferRow = {
  /** Quarter of an hour; -1 before the month. */
  readonly piece: bigint
  readonly kind: string
  readonly other: string
  readonly remark: string
  readonly into: bigint
  readonly amount: bigint | string
  readonly count: bigint
  readonly at: bigint
  readonly id: bigint
}

const signed = ({ into, amount }: TransferRow): bigint => (into === 1n ? 1n : -1n) * BigInt(amount)

/** Reads in one statement: sums before the month, usage by quarter of an hour, and all other transfers. */
async function transfersOf(
  db: Kysely<Tables>,
  wallet: string,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<TransferRow[]> {
  const side = (own: 'debit' | 'credit') => {
    const other = own === 'debit' ? 'credit' : 'debit'
    const isBefore = sql<boolean>`operation.at < ${BigInt(from)}`
    const isUsage = sql<boolean>`operation.kind = 'settle'`
    return sql<TransferRow>`
      select piece, kind, other, remark, ${sql.lit(own === 'credit' ? 1 : 0)} as "into",
        sum(amount) as amount, count(*) as count, max(at) as at, max(id) as id
      from (
        select transfer.amount as amount, operation.at as at, transfer.id as id,
          case when ${isBefore} then -1 else operation.at / ${BigInt(pieceMs)} end as piece,
          case when ${isBefore} then '' else operation.kind end as kind,
          case when ${isBefore} then '' else transfer.${sql.ref(other)} end as other,
          case when ${isBefore} or ${isUsage} then '' else operation.remark end as remark,
          case when ${isBefore} or ${isUsage} then 0 else transfer.id end as single
        from ledger_transfers as transfer
        join ledger_operations as operation on operation.id = transfer.operation_id
        where transfer.${sql.ref(own)} = ${wallet}
          ${own === 'credit' ? sql`and transfer.credit not in ('revenue', 'allowed')` : sql``}
          and operation.at < ${BigInt(to)}
      ) as moved
      group by piece, kind, other, remark, single`
  }
  const { rows } = await sql<TransferRow>`${side('credit')} union all ${side('debit')}`.execute(db)
  return rows
}

type UnbalancedLine = Omit<StatementLine, 'balance'>

function linesOf(rows: readonly TransferRow[], timeZone: string): UnbalancedLine[] {
  const usage = new Map<string, UnbalancedLine>()
  const others: (UnbalancedLine & { readonly id: bigint })[] = []
  for (const row of rows) {
    const kind = kindOf(row)
    const line = {
      at: Number(row.at),
      kind,
      text: row.remark,
      count: Number(row.count),
      amount: signed(row),
    }
    if (kind !== 'usage') {
      others.push({ ...line, id: BigInt(row.id) })
      continue
    }
    const day = dayIn(line.at, timeZone)
    const before = usage.get(day)
    usage.set(day, {
      ...line,
      text: '',
      at: Math.max(line.at, before?.at ?? 0),
      count: line.count + (before?.count ?? 0),
      amount: line.amount + (before?.amount ?? 0n),
    })
  }
  const single = others
    .toSorted((a, b) => a.at - b.at || Number(a.id - b.id))
    .map(({ id: _id, ...line }) => line)
  return [...single, ...usage.values()].toSorted((a, b) => a.at - b.at)
}

/** Classifies a transfer by its other account (see packages/ledger). Collected debts of calls count as usage. */
function kindOf({ kind, other, remark }: TransferRow): StatementKind {
  if (other === 'revenue') return 'usage'
  if (other === 'refunded') return 'refund'
  if (other === 'redeemed') return 'code'
  if (other === 'granted') return remark === '@inviter' ? 'invitation' : 'gift'
  if (other.startsWith('paid:')) return kind === 'credit' ? 'top-up' : 'top-up-refund'
  return 'correction'
}
