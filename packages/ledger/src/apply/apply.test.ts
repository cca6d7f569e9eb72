import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { AccountCode } from '../account.ts'
import { apply } from './apply.ts'
import type { Command, Hold, Move, Refund, Settle, Void } from '../command.ts'
import { quota } from '../quota.ts'
import type {
  AccountState,
  Changes,
  DebtState,
  HoldState,
  LedgerState,
  Transfer,
} from '../state.ts'
import { isTaking, operationKey } from '../state.ts'

type Book = {
  accounts: Map<AccountCode, AccountState>
  holds: Map<string, HoldState>
  operations: Set<string>
  debts: Map<AccountCode, DebtState[]>
  charges: Map<string, Transfer[]>
  /** For each refunded charge: what it had taken, and what was returned. */
  refunds: Map<string, { taken: readonly Transfer[]; returned: readonly Transfer[] }>
  transfers: Transfer[]
  usage: Changes['usage'][number][]
}

const window1 = 'window:user:1:day:0' as const
const codes: readonly AccountCode[] = ['wallet:1', 'wallet:2', 'limit:1', window1]

const newBook = (): Book => ({
  accounts: new Map(
    codes.map((code, index) => [
      code,
      {
        id: BigInt(index + 1),
        code,
        balance: quota(0),
        held: quota(0),
        owed: quota(0),
        windowLimit: null,
        resetsAt: null,
      },
    ]),
  ),
  holds: new Map(),
  operations: new Set(),
  debts: new Map(),
  charges: new Map(),
  refunds: new Map(),
  transfers: [],
  usage: [],
})

/** Writes the changes of a batch as a database would. */
function run(book: Book, ...commands: Command[]) {
  const state: LedgerState = book
  const { results, changes } = apply(state, commands)
  for (const account of changes.accounts) book.accounts.set(account.code, account)
  for (const hold of changes.newHolds) {
    expect(book.holds.has(hold.id)).toBe(false)
    book.holds.set(hold.id, hold)
  }
  for (const hold of changes.changedHolds) {
    expect(book.holds.has(hold.id)).toBe(true)
    book.holds.set(hold.id, hold)
  }
  for (const operation of changes.operations) record(book, operation)
  for (const debt of changes.debts) {
    const others = book.debts.get(debt.wallet)?.filter(({ hold }) => hold !== debt.hold) ?? []
    book.debts.set(debt.wallet, debt.left === 0n ? others : [...others, debt])
  }
  book.usage.push(...changes.usage)
  return { results, changes }
}

function record(book: Book, { cause, kind, transfers }: Changes['operations'][number]): void {
  expect(book.operations.has(operationKey(cause, kind))).toBe(false)
  expect(transfers.length).toBeGreaterThan(0)
  book.operations.add(operationKey(cause, kind))
  for (const transfer of transfers) book.transfers.push(transfer)
  const hold = cause.slice('request:'.length)
  const taken = book.charges.get(hold) ?? []
  if (kind === 'refund') book.refunds.set(hold, { taken, returned: transfers })
  if (kind === 'allow') forgetTaken(book, transfers)
  if (isTaking(kind)) book.charges.set(hold, [...taken, ...transfers])
}

/** Drops what was taken from a limit before it was set. */
function forgetTaken(book: Book, setting: readonly Transfer[]): void {
  const set = new Set(setting.flatMap(({ debit, credit }) => [debit, credit]))
  for (const [hold, taken] of book.charges) {
    book.charges.set(
      hold,
      taken.filter(({ debit }) => !set.has(debit)),
    )
  }
}

const grant = (
  amount: number,
  cause = `grant:${amount}`,
  account: AccountCode = 'wallet:1',
): Move => ({
  kind: amount < 0 ? 'adjust' : 'grant',
  cause,
  account,
  counterpart: account.startsWith('wallet:') ? 'granted' : 'allowed',
  amount: quota(amount),
  actor: 'test',
  remark: '',
  usage: null,
  at: 1,
})

const hold = (id: string, amount: number, more: Partial<Hold> = {}): Hold => ({
  kind: 'hold',
  id,
  amount: quota(amount),
  minimum: quota(amount),
  accounts: [{ code: 'wallet:1' }],
  owner: { incarnation: 'one' },
  at: 2,
  ...more,
})

const settle = (id: string, amount: number, more: Partial<Settle> = {}): Settle => ({
  kind: 'settle',
  hold: id,
  amount: quota(amount),
  usage: null,
  tallies: [],
  actor: 'test',
  bookRevision: 1n,
  at: 3,
  ...more,
})

const release = (id: string, expired = false): Void => ({
  kind: 'void',
  hold: id,
  reason: 'test',
  expired,
  usage: null,
  tallies: [],
  at: 3,
})

const giveBack = (id: string, more: Partial<Refund> = {}): Refund => ({
  kind: 'refund',
  hold: id,
  usage: {},
  tallies: [],
  actor: 'user:1',
  remark: 'sorry',
  at: 4,
  ...more,
})

const balanceOf = (book: Book, code: AccountCode) => {
  const account = book.accounts.get(code)
  return [account?.balance, account?.held]
}

describe('hold', () => {
  test('reserves the amount wanted', () => {
    const book = newBook()
    const { results } = run(book, grant(100), hold('a', 60))
    expect(results[1]).toEqual({ ok: true, held: 60n })
    expect(balanceOf(book, 'wallet:1')).toEqual([100n, 60n])
  })

  test('takes what is available, down to the minimum', () => {
    const { results } = run(newBook(), grant(100), hold('a', 150, { minimum: quota(80) }))
    expect(results[1]).toEqual({ ok: true, held: 100n })
  })

  test('refuses when one account has too little, and changes none', () => {
    const book = newBook()
    const accounts: Hold['accounts'] = [{ code: 'wallet:1' }, { code: 'limit:1' }]
    const { results } = run(
      book,
      grant(100),
      grant(30, 'limit', 'limit:1'),
      hold('a', 60, { minimum: quota(40), accounts }),
    )
    expect(results[2]).toEqual({
      ok: false,
      reason: 'insufficient',
      account: 'limit:1',
      left: 30n,
      wanted: 40n,
      resetsAt: null,
    })
    expect(balanceOf(book, 'wallet:1')).toEqual([100n, 0n])
    expect(book.holds.size).toBe(0)
  })

  const modestly = (id: string, amount: number, modest: number): Hold =>
    hold(id, amount, { minimum: quota(1), modest: quota(modest) })

  test('when modest, takes half of what is available, but no less than its modest amount', () => {
    const { results } = run(
      newBook(),
      grant(1_000),
      modestly('a', 900, 50),
      modestly('b', 900, 50),
      modestly('c', 200, 150),
      modestly('d', 60, 50),
      modestly('e', 900, 400),
    )
    expect(results.slice(1)).toEqual(
      [500n, 250n, 150n, 50n, 50n].map((held) => ({ ok: true, held })),
    )
  })

  test('when modest, takes the full amount when it is small', () => {
    const { results } = run(newBook(), grant(1_000), modestly('a', 300, 50))
    expect(results[1]).toEqual({ ok: true, held: 300n })
  })

  test('refuses the same hold twice', () => {
    const { results } = run(newBook(), grant(100), hold('a', 10), hold('a', 10))
    expect(results[2]).toEqual({ ok: false, reason: 'duplicate-hold' })
  })

  test('a refused command does not fail its neighbours', () => {
    const { results } = run(newBook(), grant(10), hold('a', 60), hold('b', 10))
    expect(results.map(({ ok }) => ok)).toEqual([true, false, true])
  })
})

describe('spend windows', () => {
  const within = (limit: number): Hold['accounts'] => [
    { code: 'wallet:1' },
    { code: window1, window: { limit: quota(limit), resetsAt: 99 } },
  ]

  test('open on first use with their limit', () => {
    const book = newBook()
    run(book, grant(100), hold('a', 20, { accounts: within(50) }), settle('a', 15))
    expect(balanceOf(book, window1)).toEqual([35n, 0n])
    expect(book.accounts.get(window1)).toMatchObject({ windowLimit: 50n, resetsAt: 99 })
  })

  test('refuse with their name and reset time, and stay closed', () => {
    const book = newBook()
    const { results } = run(book, grant(100), hold('a', 60, { accounts: within(50) }))
    expect(results[1]).toMatchObject({ account: window1, left: 50n, resetsAt: 99 })
    expect(book.transfers.length).toBe(1)
  })

  test('follow a limit that was raised', () => {
    const book = newBook()
    run(book, grant(100), hold('a', 20, { accounts: within(50) }), settle('a', 20))
    run(book, hold('b', 1, { accounts: within(70) }), settle('b', 0))
    expect(balanceOf(book, window1)).toEqual([50n, 0n])
  })

  test('follow a limit that was lowered below what was spent, and back', () => {
    const book = newBook()
    run(book, grant(100), hold('a', 40, { accounts: within(50) }), settle('a', 40))
    const { results } = run(book, hold('b', 1, { accounts: within(20) }))
    expect(results[0]).toMatchObject({ account: window1, left: 0n })
    run(book, hold('c', 0, { accounts: within(20) }), settle('c', 0))
    expect(balanceOf(book, window1)).toEqual([0n, 0n])
    run(book, hold('d', 5, { accounts: within(60) }), settle('d', 0))
    expect(balanceOf(book, window1)).toEqual([20n, 0n])
  })
})

describe('extend', () => {
  const extend = (id: string, amount: number): Command => ({
    kind: 'extend',
    hold: id,
    amount: quota(amount),
    minimum: quota(amount),
    at: 3,
  })

  test('adds to a running hold', () => {
    const book = newBook()
    const { results } = run(book, grant(100), hold('a', 10), extend('a', 30))
    expect(results[2]).toEqual({ ok: true, held: 30n })
    expect(book.holds.get('a')?.amount).toBe(40n)
    expect(balanceOf(book, 'wallet:1')).toEqual([100n, 40n])
  })

  test('when refused, leaves the hold unchanged', () => {
    const book = newBook()
    const { results } = run(book, grant(100), hold('a', 10), extend('a', 91))
    expect(results[2]).toMatchObject({ ok: false, account: 'wallet:1', left: 90n, wanted: 91n })
    expect(book.holds.get('a')?.amount).toBe(10n)
  })

  test('takes a hold again that had expired while its process was paused', () => {
    const book = newBook()
    run(book, grant(100), hold('a', 60), release('a', true), hold('b', 30), release('b'))
    const { results } = run(book, extend('a', 20))
    expect(results[0]).toEqual({ ok: true, held: 20n })
    expect(book.holds.get('a')).toMatchObject({ phase: 'pending', amount: 80n, resolvedAt: null })
    expect(balanceOf(book, 'wallet:1')).toEqual([100n, 80n])
    expect(run(book, settle('a', 75)).results[0]).toMatchObject({ charged: 75n, late: false })
  })

  test('refuses an expired hold when others have taken its money', () => {
    const book = newBook()
    run(book, grant(100), hold('a', 60), release('a', true), hold('b', 30))
    const { results } = run(book, extend('a', 20), settle('a', 65))
    expect(results[0]).toMatchObject({ ok: false, left: 70n, wanted: 80n })
    expect(results[1]).toMatchObject({ charged: 65n, late: true })
  })

  test('refuses an unknown or ended hold', () => {
    const { results } = run(
      newBook(),
      grant(9),
      hold('a', 1),
      settle('a', 1),
      extend('a', 1),
      extend('b', 1),
    )
    expect(results.slice(3)).toEqual([
      { ok: false, reason: 'hold-resolved' },
      { ok: false, reason: 'unknown-hold' },
    ])
  })
})

describe('settle', () => {
  test('charges less than was held and releases the rest', () => {
    const book = newBook()
    const { results } = run(
      book,
      grant(100),
      hold('a', 60),
      settle('a', 25, { usage: { request_id: 'a' } }),
    )
    expect(results[2]).toMatchObject({
      ok: true,
      charged: 25n,
      owed: 0n,
      writtenOff: 0n,
      late: false,
    })
    expect(balanceOf(book, 'wallet:1')).toEqual([75n, 0n])
    expect(book.usage).toEqual([{ request_id: 'a', quota: 25n, written_off: 0n }])
  })

  test('above the hold, takes all but what others hold, and the rest stays owed', () => {
    const book = newBook()
    const { results } = run(
      book,
      grant(100),
      hold('other', 30),
      hold('a', 10),
      settle('a', 90, { usage: {} }),
    )
    expect(results[3]).toMatchObject({ charged: 70n, owed: 20n, writtenOff: 0n })
    expect(balanceOf(book, 'wallet:1')).toEqual([30n, 30n])
    expect(sumInto(book, 'revenue')).toBe(70n)
    expect(book.usage).toEqual([{ quota: 90n, written_off: 0n }])
  })

  test('writes off the rest when the wallet is empty and has no other holds', () => {
    const book = newBook()
    const { results } = run(book, grant(100), hold('a', 10), settle('a', 190, { usage: {} }))
    expect(results[2]).toMatchObject({ charged: 100n, owed: 0n, writtenOff: 90n })
    expect(sumInto(book, 'revenue')).toBe(190n)
    expect(book.usage).toEqual([{ quota: 190n, written_off: 0n }])
  })

  test('writes the usage row of a zero charge, and no operation', () => {
    const book = newBook()
    run(book, grant(100), hold('a', 60), settle('a', 0, { usage: {} }))
    expect(book.usage).toEqual([{ quota: 0n, written_off: 0n }])
    expect(book.transfers.length).toBe(1)
  })

  test('a second one changes nothing', () => {
    const book = newBook()
    const again = settle('a', 60, { usage: {} })
    const { results } = run(book, grant(100), hold('a', 60), settle('a', 25), again, release('a'))
    expect(results.slice(3)).toEqual([
      { ok: false, reason: 'already-settled' },
      { ok: false, reason: 'already-settled' },
    ])
    expect(balanceOf(book, 'wallet:1')).toEqual([75n, 0n])
    expect(book.usage).toEqual([])
  })

  test('charges once after the hold expired, and reports it as late', () => {
    const book = newBook()
    const { results, changes } = run(
      book,
      grant(20),
      hold('a', 15),
      release('a', true),
      hold('b', 12),
      settle('a', 15),
      settle('a', 15),
    )
    expect(results[4]).toMatchObject({ ok: true, charged: 8n, owed: 7n, late: true })
    expect(results[5]).toEqual({ ok: false, reason: 'already-settled' })
    expect(changes.operations.find(({ kind }) => kind === 'charge')?.late).toBe(true)
    expect(balanceOf(book, 'wallet:1')).toEqual([12n, 12n])
  })

  test('refuses a voided hold', () => {
    const { results } = run(newBook(), grant(20), hold('a', 15), release('a'), settle('a', 15))
    expect(results[3]).toEqual({ ok: false, reason: 'already-voided' })
  })

  test('refuses an unknown hold', () => {
    expect(run(newBook(), settle('a', 1), release('a')).results).toEqual([
      { ok: false, reason: 'unknown-hold' },
      { ok: false, reason: 'unknown-hold' },
    ])
  })

  test('adds the tallies of a batch up, with what was charged', () => {
    const tallies: Settle['tallies'] = [
      { table: 'sums', key: { day: 1n }, add: { requests: 1n, quota: 'charged' } },
    ]
    const { changes } = run(
      newBook(),
      grant(100),
      hold('a', 5),
      hold('b', 5),
      settle('a', 3, { tallies }),
      settle('b', 4, { tallies }),
    )
    expect(changes.tallies).toEqual([
      { table: 'sums', key: { day: 1n }, add: { requests: 2n, quota: 7n } },
    ])
  })

  test('a tally of many keys adds to each of them, and to what one of a single key did', () => {
    const add = { requests: 1n, quota: 'charged' } as const
    const columns = ['of', 'day']
    const keys = [
      ['user', 1n],
      ['all', 1n],
    ] as const
    const { changes } = run(
      newBook(),
      grant(100),
      hold('a', 5),
      hold('b', 5),
      settle('a', 3, { tallies: [{ table: 'sums', columns, keys, add }] }),
      settle('b', 4, { tallies: [{ table: 'sums', key: { of: 'all', day: 1n }, add }] }),
    )
    expect(changes.tallies).toEqual([
      { table: 'sums', key: { of: 'all', day: 1n }, add: { requests: 2n, quota: 7n } },
      { table: 'sums', key: { of: 'user', day: 1n }, add: { requests: 1n, quota: 3n } },
    ])
  })
})

describe('debts', () => {
  const owed = (book: Book) => book.accounts.get('wallet:1')?.owed

  test('are collected oldest first as holds are released, and numbered', () => {
    const book = newBook()
    run(book, grant(100), hold('a', 10), hold('b', 10), hold('c', 60), hold('d', 20))
    run(book, settle('a', 30, { at: 5 }), settle('b', 40, { at: 6 }))
    expect(owed(book)).toBe(50n)
    const { changes } = run(book, settle('c', 25))
    // 35 are released: they pay all 20 of the first debt and 15 of the second.
    expect(changes.operations.map(({ cause, kind }) => `${cause} ${kind}`)).toEqual([
      'request:c charge',
      'request:a collect:1',
      'request:b collect:1',
    ])
    expect(owed(book)).toBe(15n)
    expect(balanceOf(book, 'wallet:1')).toEqual([20n, 20n])
    const last = run(book, release('d'))
    expect(last.changes.operations.map(({ cause, kind }) => `${cause} ${kind}`)).toEqual([
      'request:b collect:2',
    ])
    expect(balanceOf(book, 'wallet:1')).toEqual([5n, 0n])
    expect(sumInto(book, 'revenue')).toBe(95n)
  })

  test('are written off when the last hold of the wallet ends', () => {
    const book = newBook()
    run(book, grant(100), hold('a', 10), hold('b', 90), settle('a', 50))
    const { results, changes } = run(book, settle('b', 80))
    expect(results[0]).toMatchObject({ charged: 80n, owed: 0n, writtenOff: 0n })
    expect(changes.operations.map(({ kind }) => kind)).toEqual(['charge', 'collect:1', 'write-off'])
    expect(owed(book)).toBe(0n)
    expect(sumInto(book, 'adjusted')).toBe(-30n)
    expect(sumInto(book, 'revenue')).toBe(130n)
  })

  test('are paid by a top-up before anything new is held', () => {
    const book = newBook()
    run(book, grant(100), hold('a', 10), hold('b', 90), settle('a', 50))
    const { results } = run(book, grant(45, 'top-up'), hold('c', 10), hold('d', 5))
    expect(results.map(({ ok }) => ok)).toEqual([true, false, true])
    expect(owed(book)).toBe(0n)
    expect(balanceOf(book, 'wallet:1')).toEqual([95n, 95n])
  })

  test('left by a version that did not collect are paid before a hold', () => {
    const book = newBook()
    run(book, grant(100), hold('a', 10), hold('b', 90), settle('a', 50))
    // An older node releases a hold and does not know of debts.
    const wallet = book.accounts.get('wallet:1') as AccountState
    book.accounts.set('wallet:1', { ...wallet, held: quota(0) })
    const { results } = run(book, hold('c', 60, { minimum: quota(1) }))
    expect(results).toEqual([{ ok: true, held: 50n }])
    expect(owed(book)).toBe(0n)
  })

  test('three parallel answers cannot drain a wallet that other holds cover', () => {
    const book = newBook()
    run(book, grant(50_000), ...['a', 'b', 'c'].map((id) => hold(id, 1_000)), hold('d', 47_000))
    run(book, ...['a', 'b', 'c'].map((id) => settle(id, 15_000, { usage: {} })))
    expect(owed(book)).toBe(42_000n)
    run(book, settle('d', 5_000, { usage: {} }))
    expect(balanceOf(book, 'wallet:1')).toEqual([0n, 0n])
    expect(owed(book)).toBe(0n)
    expect(sumInto(book, 'revenue')).toBe(50_000n)
    expect(sumInto(book, 'adjusted')).toBe(0n)
  })

  test('allowances never owe', () => {
    const book = newBook()
    const accounts: Hold['accounts'] = [{ code: 'wallet:1' }, { code: 'limit:1' }]
    run(book, grant(100), grant(20, 'limit', 'limit:1'), hold('a', 10, { accounts }))
    run(book, hold('b', 10, { accounts }), settle('a', 30))
    expect(book.accounts.get('limit:1')).toMatchObject({ balance: 10n, held: 10n, owed: 0n })
    expect(owed(book)).toBe(0n)
  })
})

describe('void', () => {
  test('releases everything, once', () => {
    const book = newBook()
    const { results } = run(book, grant(100), hold('a', 60), release('a'), release('a'))
    expect(results.slice(2)).toEqual([
      { ok: true, journalled: false },
      { ok: false, reason: 'already-voided' },
    ])
    expect(balanceOf(book, 'wallet:1')).toEqual([100n, 0n])
    expect(book.holds.get('a')?.phase).toBe('voided')
  })
})

describe('move', () => {
  test('happens once for a cause and kind', () => {
    const book = newBook()
    const { results } = run(book, grant(100, 'x'), grant(100, 'x'))
    expect(results[1]).toEqual({ ok: false, reason: 'already-done' })
    expect(run(book, grant(100, 'x')).results).toEqual([{ ok: false, reason: 'already-done' }])
    expect(balanceOf(book, 'wallet:1')).toEqual([100n, 0n])
  })

  test('a correction cannot take what is held', () => {
    const book = newBook()
    const { results } = run(book, grant(100), hold('a', 60), grant(-41, 'y'), grant(-40, 'z'))
    expect(results.slice(2)).toEqual([
      expect.objectContaining({ reason: 'insufficient', left: 40n, wanted: 41n }),
      { ok: true, balance: 60n },
    ])
  })
})

describe('refund', () => {
  const accounts: Hold['accounts'] = [
    { code: 'wallet:1' },
    { code: 'limit:1' },
    { code: window1, window: { limit: quota(80), resetsAt: 9 } },
  ]
  const charged = (amount: number): Book => {
    const book = newBook()
    run(book, grant(100), grant(60, 'limit', 'limit:1'), hold('a', 30, { accounts }))
    run(book, settle('a', amount))
    return book
  }

  test('returns to wallet, limit and running window what the charge took', () => {
    const book = charged(25)
    const tallies: Refund['tallies'] = [
      { table: 'sums', key: { day: 1n }, add: { quota: 'charged' } },
    ]
    const { results, changes } = run(book, giveBack('a', { tallies, usage: { type: 6n } }))
    expect(results).toEqual([{ ok: true, returned: 25n, forgiven: 0n }])
    expect(codes.map((code) => balanceOf(book, code)[0])).toEqual([100n, 0n, 60n, 80n])
    expect(sumInto(book, 'refunded')).toBe(-25n)
    expect(changes.usage).toEqual([{ type: 6n, quota: -25n, written_off: 0n }])
    expect(changes.tallies).toEqual([{ table: 'sums', key: { day: 1n }, add: { quota: -25n } }])
    expect(changes.operations).toMatchObject([
      { cause: 'request:a', kind: 'refund', actor: 'user:1', remark: 'sorry', at: 4 },
    ])
  })

  test('returns nothing to a window that has reset', () => {
    const book = charged(25)
    run(book, giveBack('a', { at: 9 }))
    expect(codes.map((code) => balanceOf(book, code)[0])).toEqual([100n, 0n, 60n, 55n])
  })

  test('leaves a limit that was set since unchanged, even in the same batch', () => {
    const setTo = (balance: number): Command => ({
      kind: 'allow',
      cause: `set to ${balance}`,
      account: 'limit:1',
      balance: quota(balance),
      actor: 'root',
      at: 3,
    })
    for (const together of [false, true]) {
      const book = charged(25)
      if (together) run(book, setTo(0), giveBack('a'))
      else {
        run(book, setTo(0))
        run(book, giveBack('a'))
      }
      expect(codes.map((code) => balanceOf(book, code)[0])).toEqual([100n, 0n, 0n, 80n])
    }
    const before = newBook()
    run(before, grant(100), setTo(50), hold('a', 30, { accounts }), settle('a', 25), giveBack('a'))
    expect(balanceOf(before, 'limit:1')).toEqual([50n, 0n])
  })

  test('refuses to raise a balance above the given maximum', () => {
    const book = charged(25)
    expect(run(book, giveBack('a', { balanceMost: quota(99) })).results).toEqual([
      { ok: false, reason: 'too-much' },
    ])
    expect(balanceOf(book, 'wallet:1')).toEqual([75n, 0n])
    expect(run(book, giveBack('a', { balanceMost: quota(100) })).results[0]?.ok).toBe(true)
  })

  test('happens once', () => {
    const book = charged(25)
    expect(run(book, giveBack('a'), giveBack('a')).results[1]).toEqual({
      ok: false,
      reason: 'already-done',
    })
    expect(run(book, giveBack('a')).results).toEqual([{ ok: false, reason: 'already-done' }])
    expect(balanceOf(book, 'wallet:1')).toEqual([100n, 0n])
  })

  test('works in the same batch as its charge', () => {
    const book = newBook()
    run(book, grant(100), hold('a', 30), settle('a', 25), giveBack('a'))
    expect(balanceOf(book, 'wallet:1')).toEqual([100n, 0n])
  })

  test('refuses a hold without a charge, with the reason', () => {
    const book = newBook()
    run(book, grant(100), hold('free', 9), settle('free', 0), hold('runs', 9), hold('void', 9))
    run(book, release('void'), hold('gone', 9), release('gone', true))
    const asked = ['unknown', 'free', 'runs', 'void', 'gone'].map((id) => giveBack(id))
    const { results, changes } = run(book, ...asked)
    expect(results.map((result) => !result.ok && result.reason)).toEqual([
      'unknown-hold',
      'nothing-charged',
      'hold-pending',
      'already-voided',
      'already-voided',
    ])
    expect([changes.usage, changes.operations]).toEqual([[], []])
  })

  test('forgives the debt, and returns what was collected', () => {
    const book = newBook()
    run(book, grant(100), hold('a', 10), hold('b', 60), hold('c', 30), settle('a', 50))
    // 10 were taken at once and 15 when the other hold was released: 25 are owed.
    run(book, settle('b', 45))
    const { results } = run(book, giveBack('a'))
    expect(results).toEqual([{ ok: true, returned: 25n, forgiven: 25n }])
    expect(balanceOf(book, 'wallet:1')).toEqual([55n, 30n])
    expect(book.accounts.get('wallet:1')?.owed).toBe(0n)
    expect(book.usage.at(-1)).toEqual({ quota: -50n, written_off: 0n })
  })

  test('pays other debts before anything becomes available', () => {
    const book = newBook()
    run(book, grant(100), hold('a', 40), settle('a', 40), hold('c', 50), hold('b', 10))
    run(book, settle('b', 30), giveBack('a'))
    expect(balanceOf(book, 'wallet:1')).toEqual([70n, 50n])
    expect(book.accounts.get('wallet:1')?.owed).toBe(0n)
  })

  test('does not return what was written off', () => {
    const book = newBook()
    run(book, grant(100), hold('a', 10), settle('a', 190))
    expect(run(book, giveBack('a')).results).toEqual([{ ok: true, returned: 100n, forgiven: 0n }])
    expect(balanceOf(book, 'wallet:1')).toEqual([100n, 0n])
    expect(sumInto(book, 'adjusted')).toBe(-90n)
  })

  test('returns what a lowered window spent, and no more than its new limit is free', () => {
    const book = charged(25)
    const lower: Hold['accounts'] = [
      { code: 'wallet:1' },
      { code: window1, window: { limit: quota(20), resetsAt: 9 } },
    ]
    run(book, hold('b', 0, { accounts: lower }), settle('b', 0), giveBack('a'))
    const { results } = run(book, hold('c', 99, { accounts: lower, minimum: quota(0) }))
    expect(results).toEqual([{ ok: true, held: 20n }])
  })
})

describe('allow', () => {
  const allow = (balance: number, cause: string): Command => ({
    kind: 'allow',
    cause,
    account: 'limit:1',
    balance: quota(balance),
    actor: 'test',
    at: 1,
  })

  test('raises and lowers the available amount, besides what is held', () => {
    const book = newBook()
    run(book, allow(50, 'a'), hold('h', 20, { accounts: [{ code: 'limit:1' }] }), allow(40, 'b'))
    expect(balanceOf(book, 'limit:1')).toEqual([60n, 20n])
    run(book, allow(0, 'c'))
    expect(balanceOf(book, 'limit:1')).toEqual([20n, 20n])
    expect(run(book, allow(9, 'c')).results).toEqual([{ ok: false, reason: 'already-done' }])
  })
})

function sumInto(book: Book, account: string): bigint {
  return book.transfers.reduce(
    (sum, { debit, credit, amount }) =>
      sum + (credit === account ? amount : 0n) - (debit === account ? amount : 0n),
    0n,
  )
}

/** For each refunded charge: amounts taken and returned, by account. */
function refundsIn(book: Book) {
  const amounts = new Map<string, { taken: Map<string, bigint>; returned: Map<string, bigint> }>()
  for (const [hold, { taken, returned }] of book.refunds) {
    const fromAccounts = taken.filter(({ debit }) => debit.includes(':'))
    amounts.set(hold, { taken: sums(fromAccounts, 'debit'), returned: sums(returned, 'credit') })
  }
  return amounts
}

function sums(transfers: readonly Transfer[], side: 'debit' | 'credit'): Map<string, bigint> {
  const found = new Map<string, bigint>()
  for (const transfer of transfers) {
    found.set(transfer[side], (found.get(transfer[side]) ?? 0n) + transfer.amount)
  }
  found.delete('revenue')
  return found
}

const amounts = fc.integer({ min: 0, max: 120 })
const ids = fc.constantFrom('a', 'b', 'c', 'd', 'e')
const heldAccounts = fc
  .record({
    wallet: fc.constantFrom('wallet:1', 'wallet:2'),
    limit: fc.boolean(),
    window: fc.option(amounts),
  })
  .map(({ wallet, limit, window }): Hold['accounts'] => [
    { code: wallet as AccountCode },
    ...(limit ? [{ code: 'limit:1' as const }] : []),
    ...(window === null ? [] : [{ code: window1, window: { limit: quota(window), resetsAt: 9 } }]),
  ])

const anyCommand: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .tuple(ids, amounts, amounts, heldAccounts)
      .map(([id, a, b, accounts]) =>
        hold(id, Math.max(a, b), { minimum: quota(Math.min(a, b)), accounts }),
      ),
  },
  fc.tuple(ids, amounts).map(([id, amount]): Command => ({
    kind: 'extend',
    hold: id,
    amount: quota(amount),
    minimum: quota(0),
    at: 3,
  })),
  {
    weight: 3,
    arbitrary: fc.tuple(ids, amounts).map(([id, amount]) => settle(id, amount, { usage: {} })),
  },
  fc.tuple(ids, fc.boolean()).map(([id, expired]) => release(id, expired)),
  fc.tuple(ids, fc.constantFrom(4, 20)).map(([id, at]) => giveBack(id, { at })),
  fc
    .tuple(
      fc.integer({ min: -100, max: 200 }).filter(Boolean),
      ids,
      fc.constantFrom<AccountCode>('wallet:1', 'wallet:2', 'limit:1'),
    )
    .map(([amount, cause, account]) => grant(amount, cause, account)),
  fc.tuple(ids, amounts).map(([cause, balance]): Command => ({
    kind: 'allow',
    cause,
    account: 'limit:1',
    balance: quota(balance),
    actor: 'test',
    at: 1,
  })),
)

const anyHistory = fc.array(fc.array(anyCommand, { maxLength: 12 }), { maxLength: 12 })

function replay(history: readonly (readonly Command[])[], check: (book: Book) => void): Book {
  const book = newBook()
  for (const batch of history) {
    run(book, ...batch)
    check(book)
  }
  return book
}

const law = (name: string, check: (book: Book) => void): void =>
  test(name, () => {
    fc.assert(
      fc.property(anyHistory, (history) => {
        replay(history, check)
      }),
      { numRuns: 300 },
    )
  })

describe('laws', () => {
  law('a balance is the fold of its transfers', (book) => {
    for (const [code, { balance }] of book.accounts) expect(balance).toBe(sumInto(book, code))
  })

  law('debits and credits of a ledger are equal, and of positive amounts', (book) => {
    const sides = new Set(book.transfers.flatMap(({ debit, credit }) => [debit, credit]))
    for (const ledger of ['quota', 'allowance']) {
      const members = [...sides].filter(
        (code) => (/^(limit|window|allowed)/.test(code) ? 'allowance' : 'quota') === ledger,
      )
      expect(members.reduce((sum, code) => sum + sumInto(book, code), 0n)).toBe(0n)
    }
    expect(book.transfers.every(({ amount }) => amount > 0n)).toBe(true)
  })

  law('no account goes below its floor, or below what is held', (book) => {
    for (const { balance, held } of book.accounts.values()) {
      expect(held).toBeGreaterThanOrEqual(0n)
      expect(balance).toBeGreaterThanOrEqual(held)
    }
  })

  law('what is held is what the pending holds hold: nothing is released twice', (book) => {
    for (const { code, held } of book.accounts.values()) {
      const pending = [...book.holds.values()]
        .filter(({ phase, accounts }) => phase === 'pending' && accounts.includes(code))
        .reduce((sum, { amount }) => sum + amount, 0n)
      expect(held).toBe(pending)
    }
  })

  law('revenue less what was given back is what was used, less what is still owed', (book) => {
    const used = book.usage.reduce((sum, row) => sum + BigInt(row['quota'] ?? 0), 0n)
    const owed = [...book.accounts.values()].reduce((sum, account) => sum + account.owed, 0n)
    expect(sumInto(book, 'revenue') + sumInto(book, 'refunded')).toBe(used - owed)
  })

  law('of a charge there comes back what it took, and into no other account', (book) => {
    for (const [hold, { returned, taken }] of refundsIn(book)) {
      for (const [code, amount] of returned) {
        if (!code.startsWith('window:')) expect(amount, hold).toBe(taken.get(code))
        expect(amount).toBeLessThanOrEqual(taken.get(code) ?? 0n)
      }
      for (const [code] of taken) {
        if (!code.startsWith('window:')) expect(returned.has(code), `${hold} ${code}`).toBe(true)
      }
    }
  })

  law('what an account owes is the sum of its debts, and only wallets owe', (book) => {
    for (const { code, owed } of book.accounts.values()) {
      const debts = book.debts.get(code) ?? []
      expect(owed).toBe(debts.reduce((sum, { left }) => sum + left, 0n))
      expect(debts.every(({ left }) => left > 0n)).toBe(true)
      if (!code.startsWith('wallet:')) expect(owed).toBe(0n)
    }
  })

  law('a wallet that owes has nothing free, and is held by somebody', (book) => {
    for (const { balance, held, owed } of book.accounts.values()) {
      if (owed === 0n) continue
      expect(balance).toBe(held)
      expect(held).toBeGreaterThan(0n)
    }
  })

  test('a modest hold takes what its rule says, of any wallet and limit', () => {
    const wanted = fc.tuple(amounts, amounts, amounts)
    fc.assert(
      fc.property(wanted, amounts, amounts, (three, inWallet, inLimit) => {
        const [minimum = 0, modest = 0, amount = 0] = three.toSorted((a, b) => a - b)
        const book = newBook()
        const accounts: Hold['accounts'] = [{ code: 'wallet:1' }, { code: 'limit:1' }]
        if (inWallet > 0) run(book, grant(inWallet))
        if (inLimit > 0) run(book, grant(inLimit, 'limit', 'limit:1'))
        const asked = { minimum: quota(minimum), modest: quota(modest), accounts }
        const { results } = run(book, hold('a', amount, asked))
        const held = Math.min(amount, inWallet, inLimit, Math.max(modest, Math.floor(inWallet / 2)))
        const isRefused = Math.min(inWallet, inLimit) < minimum
        expect(results[0]).toMatchObject(
          isRefused ? { ok: false } : { ok: true, held: BigInt(held) },
        )
        if (!isRefused) expect(held).toBeGreaterThanOrEqual(minimum)
      }),
      { numRuns: 500 },
    )
  })

  test('how commands are cut into batches makes no difference', () => {
    fc.assert(
      fc.property(anyHistory, (history) => {
        const together = replay([history.flat()], () => undefined)
        const apart = replay(
          history.flat().map((command) => [command]),
          () => undefined,
        )
        expect(together.accounts).toEqual(apart.accounts)
        expect(together.transfers).toEqual(apart.transfers)
        expect(together.holds).toEqual(apart.holds)
        expect(together.debts).toEqual(apart.debts)
      }),
      { numRuns: 200 },
    )
  })
})
