import { Refusal } from '@posthouse/contract/refusal'
import type { Statement as StatementOut } from '@posthouse/contract/statement'
import type { Account } from '../../../domain/accounts/account.ts'
import { readStatement } from '../../../domain/payments/statement.ts'
import { remarkText } from '../../../domain/usage-log/remarks.ts'
import type { Handler, Handlers, SignedCall } from '../../call.ts'
import { dollars, time } from '../../csv/cells.ts'
import type { CsvFile } from '../../csv/csv-file.ts'
import { quotaOut, secondsOut } from '../../present.ts'

type Query = { readonly month: string; readonly time_zone: string }

const getOwnStatement: Handler<'getOwnStatement'> = ({ query }, call) =>
  statementOf(call.caller, query, call)

const exportOwnStatement: Handler<'exportOwnStatement'> = ({ query }, call) =>
  fileOf(call.caller, query, call)

const getStatement: Handler<'getStatement'> = async ({ params, query }, call) =>
  statementOf(await ownerOf(params.id, call), query, call)

const exportStatement: Handler<'exportStatement'> = async ({ params, query }, call) =>
  fileOf(await ownerOf(params.id, call), query, call)

async function ownerOf(id: number, { parts }: SignedCall): Promise<Account> {
  const owner = await parts.accounts.findById(BigInt(id))
  if (owner === null) throw new Refusal('user.not-found', {})
  return owner
}

const readLines = (owner: Account, { month, time_zone: timeZone }: Query, { parts }: SignedCall) =>
  readStatement(parts.db, { userId: owner.id, month, timeZone })

async function statementOf(owner: Account, query: Query, call: SignedCall): Promise<StatementOut> {
  const { opening, closing, lines } = await readLines(owner, query, call)
  return {
    month: query.month,
    opening: quotaOut(opening),
    closing: quotaOut(closing),
    since: secondsOut(owner.createdAt, 0),
    lines: lines.map((line) => ({
      time: secondsOut(line.at, 0),
      kind: line.kind,
      text: remarkText(line.text, call.language),
      count: line.count,
      amount: quotaOut(line.amount),
      balance: quotaOut(line.balance),
    })),
  }
}

async function fileOf(owner: Account, query: Query, call: SignedCall): Promise<CsvFile> {
  const { lines } = await readLines(owner, query, call)
  const perUnit = call.parts.snapshot.get().settings.QuotaPerUnit
  const rows = lines.map(({ at, kind, text, count, amount, balance }) => [
    time(at, query.time_zone),
    kind,
    remarkText(text, call.language),
    count,
    amount,
    dollars(amount, perUnit),
    balance,
    dollars(balance, perUnit),
  ])
  return {
    name: 'statement',
    day: query.month,
    columns: ['time', 'kind', 'text', 'count', 'amount', 'amount_usd', 'balance', 'balance_usd'],
    pages: onePage(rows),
  }
}

async function* onePage<Page>(page: Page): AsyncGenerator<Page> {
  yield page
}

export const statementHandlers = {
  getOwnStatement,
  exportOwnStatement,
  getStatement,
  exportStatement,
} satisfies Partial<Handlers>
