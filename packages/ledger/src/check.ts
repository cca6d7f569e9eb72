import { ledgerOf } from './account.ts'
import type { Allow, Command, Hold, Move, RowWrite, Tally, Void } from './command.ts'
import type { Quota } from './quota.ts'

const columnName = /^[a-z][a-z0-9_]*$/

/**
 * Throws a RangeError for a command that no ledger could apply. It is a caller's mistake, caught before it reaches a
 * batch. Whether the balance suffices is decided by `apply`.
 */
export function checkCommand(command: Command): void {
  switch (command.kind) {
    case 'hold':
      checkHold(command)
      checkRows(command.rows)
      break
    case 'extend':
      checkRange(command.amount, command.minimum)
      break
    case 'settle':
      checkAmount(command.amount)
      checkCarried(command)
      break
    case 'void':
    case 'refund':
      checkCarried(command)
      break
    case 'allow':
      checkAllow(command)
      break
    case 'credit':
    case 'grant':
    case 'adjust':
      checkMove(command)
      checkRows(command.rows)
      break
  }
}

function checkHold({ amount, minimum, modest, accounts }: Hold): void {
  checkRange(amount, minimum)
  if (modest !== undefined && (modest < minimum || modest > amount)) {
    throw new RangeError(`a modest ${modest} that is not between ${minimum} and ${amount}`)
  }
  if (new Set(accounts.map(({ code }) => code)).size !== accounts.length) {
    throw new RangeError('a hold names an account twice')
  }
  for (const { code, window } of accounts) {
    if (code.startsWith('window:') !== (window !== undefined)) {
      throw new RangeError(`only a spend window names its limit: ${code}`)
    }
    if (window !== undefined) checkAmount(window.limit)
  }
}

function checkMove({ kind, amount, account, counterpart }: Move): void {
  if (amount === 0n || (amount < 0n && kind !== 'adjust')) {
    throw new RangeError(`a ${kind} of ${amount}`)
  }
  if (ledgerOf(account) !== ledgerOf(counterpart)) {
    throw new RangeError(`${account} and ${counterpart} are in different ledgers`)
  }
}

function checkAllow({ account, balance }: Allow): void {
  checkAmount(balance)
  if (!account.startsWith('limit:')) throw new RangeError(`cannot set what is left of ${account}`)
}

/** Column names are inserted into SQL. They all come from our code, and this check enforces it. */
function checkCarried({ usage, tallies, rows }: Pick<Void, 'usage' | 'tallies' | 'rows'>): void {
  checkNames(usage ?? {})
  checkRows(rows)
  for (const tally of tallies) {
    checkName(tally.table)
    checkNames(tally.add)
    if ('key' in tally) checkNames(tally.key)
    else checkKeys(tally)
  }
}

function checkKeys({ table, columns, keys }: Extract<Tally, { columns: unknown }>): void {
  for (const name of columns) checkName(name)
  if (keys.some((key) => key.length !== columns.length)) {
    throw new RangeError(`a key of ${table} that is not as long as its columns`)
  }
}

function checkRows(rows: readonly RowWrite[] = []): void {
  for (const { table, key, values } of rows) {
    checkName(table)
    checkNames(key ?? {})
    checkNames(values)
    if (key !== undefined && Object.keys(key).length === 0) {
      throw new RangeError(`a change of every row of ${table}`)
    }
  }
}

function checkNames(row: object): void {
  for (const name of Object.keys(row)) checkName(name)
}

/** The names are few and always the same, so each is checked once. */
const knownNames = new Set<string>()
const knownNamesMax = 1_000

function checkName(name: string): void {
  if (knownNames.has(name)) return
  if (!columnName.test(name)) throw new RangeError(`not a column name: ${name}`)
  if (knownNames.size < knownNamesMax) knownNames.add(name)
}

function checkRange(amount: Quota, minimum: Quota): void {
  checkAmount(amount)
  checkAmount(minimum)
  if (minimum > amount) throw new RangeError(`a minimum of ${minimum} above ${amount}`)
}

function checkAmount(amount: Quota): void {
  if (amount < 0n) throw new RangeError(`a negative amount: ${amount}`)
}
