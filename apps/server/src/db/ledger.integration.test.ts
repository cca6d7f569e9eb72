import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AccountCode } from '@posthouse/ledger/account'
import { apply } from '@posthouse/ledger/apply'
import type { Command, Hold, Result } from '@posthouse/ledger/command'
import {
  beat,
  endIncarnation,
  pendingHolds,
  staleIncarnations,
  startIncarnation,
} from '@posthouse/ledger/incarnation'
import { quota } from '@posthouse/ledger/quota'
import {
  type AccountState,
  type DebtState,
  type HoldState,
  isTaking,
  type Operation,
  operationKey,
  type Transfer,
} from '@posthouse/ledger/state'
import { testDatabase, type TestDatabase } from '@posthouse/testkit/database'
import { contend } from '@posthouse/testkit/ledger-contenders'
import type { Ledger } from './connection.ts'
import {
  grant,
  hold,
  holdAndSettle,
  refund,
  release,
  settle,
  talliesOf,
  usageOf,
} from '@posthouse/testkit/ledger-commands'

let here: TestDatabase
let ledger: Ledger
beforeAll(async () => {
  here = await testDatabase()
  ledger = await here.database.ledger({ journalPath: join(here.folder, 'journal') })
})
afterAll(() => here.close())

/** Commands that arrive together are one batch; results come in their order. */
const submit = (...commands: Command[]): Promise<Result[]> =>
  Promise.all(commands.map((command): Promise<Result> => ledger.writer.submit(command)))

const lawsHold = async (): Promise<void> => {
  expect(await ledger.reader.differences()).toEqual([])
  for (const { debits, credits } of await ledger.reader.sums()) expect(debits).toBe(credits)
}

describe('a settlement', () => {
  test('writes the usage row, the tallies and the transfers together', async () => {
    await submit(grant(100, 'a'), hold('a', 40), settle('a', 25))
    await submit(hold('b', 40), settle('b', 30), hold('c', 10), release('c'))
    const { kysely } = here.database
    const rows = await kysely.selectFrom('usage_log').selectAll().orderBy('id').execute()
    expect(rows).toMatchObject([
      { request_id: 'a', quota: 25n, written_off: 0n, model: 'model-1', input_tokens: 0n },
      { request_id: 'b', quota: 30n, group: 'default', content: '' },
    ])
    const sums = await kysely.selectFrom('usage_rollup').selectAll().orderBy('scope').execute()
    expect(sums).toMatchObject([
      { scope: 'all', requests: 2n, quota: 55n, errors: 0n },
      { scope: 'user', requests: 2n, quota: 55n, scope_id: 1n, hour: 5n },
    ])
    const holds = await kysely
      .selectFrom('ledger_holds')
      .select(['id', 'state', 'reason'])
      .orderBy('id')
      .execute()
    expect(holds).toEqual([
      { id: 'a', state: 'settled', reason: null },
      { id: 'b', state: 'settled', reason: null },
      { id: 'c', state: 'voided', reason: 'test' },
    ])
    expect(await ledger.reader.entries('request:a')).toMatchObject([
      { kind: 'charge', debit: 'wallet:1', credit: 'revenue', amount: 25n, bookRevision: 1n },
    ])
    await lawsHold()
  })

  test('whose usage row cannot be written fails alone and changes nothing', async () => {
    await submit(grant(10, 'bad'), hold('bad', 1), hold('good', 1))
    const answers = await Promise.allSettled([
      ledger.writer.submit(settle('bad', 1, { usage: { no_such_column: 1n } })),
      ledger.writer.submit(settle('good', 1)),
    ])
    expect(answers.map(({ status }) => status)).toEqual(['rejected', 'fulfilled'])
    expect(await submit(settle('bad', 1))).toMatchObject([{ ok: true, charged: 1n }])
    await lawsHold()
  })
})

describe('rows beside', () => {
  const option = (key: string, value: string) => ({
    table: 'options',
    values: { key, value, updated_at: 1n },
  })
  const changed = (key: string, from: string, value: string) => ({
    table: 'options',
    key: { key, value: from },
    values: { value },
  })
  const stored = () =>
    here.database.kysely
      .selectFrom('options')
      .select(['key', 'value'])
      .where('key', 'like', 'beside-%')
      .orderBy('key')
      .execute()

  test('are written with what moved, in order, and with nothing that was refused', async () => {
    const order = { ...grant(5, 'beside'), rows: [option('beside-order', 'pending')] }
    const results = await submit(
      order,
      hold('beside', 5),
      settle('beside', 5, {
        rows: [changed('beside-order', 'pending', 'paid'), option('beside-task', 'accepted')],
      }),
      { ...grant(5, 'beside'), rows: [changed('beside-order', 'paid', 'paid twice')] },
      { ...release('beside'), rows: [option('beside-refused', 'never')] },
    )
    expect(results.map(({ ok }) => ok)).toEqual([true, true, true, false, false])
    expect(await stored()).toEqual([
      { key: 'beside-order', value: 'paid' },
      { key: 'beside-task', value: 'accepted' },
    ])
    await lawsHold()
  })

  test('that cannot be written take what moved with them, and no neighbour', async () => {
    const twice = { ...grant(5, 'beside-twice'), rows: [option('beside-task', 'again')] }
    const answers = await Promise.allSettled([
      ledger.writer.submit(twice),
      ledger.writer.submit({ ...grant(5, 'beside-once'), rows: [option('beside-new', 'there')] }),
    ])
    expect(answers.map(({ status }) => status)).toEqual(['rejected', 'fulfilled'])
    expect(await ledger.reader.entries('beside-twice')).toEqual([])
    expect(await stored()).toContainEqual({ key: 'beside-new', value: 'there' })
    await lawsHold()
  })

  test('that change no row, or several, take what moved with them, and no neighbour', async () => {
    const cancelled = changed('beside-order', 'pending', 'cancelled')
    const every = { table: 'options', key: { updated_at: 1n }, values: { value: 'one of many' } }
    const paid = changed('beside-order', 'paid', 'delivered')
    const before = await ledger.reader.balance('wallet:1')
    const answers = await Promise.allSettled([
      ledger.writer.submit({ ...grant(1, 'beside-none'), rows: [cancelled] }),
      ledger.writer.submit({ ...grant(2, 'beside-many'), rows: [every] }),
      ledger.writer.submit({ ...grant(4, 'beside-one'), rows: [paid] }),
    ])
    expect(answers).toMatchObject([
      { reason: { message: expect.stringContaining('0 rows of options with this key, value') } },
      {
        reason: { message: expect.stringMatching(/[1-9]\d* rows of options with this updated_at/) },
      },
      { value: { ok: true } },
    ])
    expect(await ledger.reader.balance('wallet:1')).toMatchObject({
      balance: before.balance + 4n,
    })
    expect(await stored()).toContainEqual({ key: 'beside-order', value: 'delivered' })
    await lawsHold()
  })
})

test('a charge whose rows cannot be written is made without them', async () => {
  await submit(grant(5, 'rowless'), hold('rowless', 5))
  const taken = { table: 'options', values: { key: 'rowless', value: '', updated_at: 1n } }
  const rows = [taken, taken]
  expect(await submit(settle('rowless', 5, { rows }))).toMatchObject([{ ok: true, charged: 5n }])
  const { kysely } = here.database
  const found = await kysely
    .selectFrom('options')
    .select('key')
    .where('key', '=', 'rowless')
    .execute()
  expect(found).toEqual([])
  await lawsHold()
})

describe('odd text', () => {
  const odd = ['half \ud83d', 'half \udc4b', 'zero \0', 'wide 👋']
  const oddSettle = (id: string, text: string) =>
    settle(id, 5, {
      usage: { ...usageOf(id), model: text, content: text },
      tallies: talliesOf(8n, text),
    })

  test('a charge whose texts a database would refuse is made, with what can be kept of them', async () => {
    await submit(grant(100, 'odd'), ...odd.map((_, index) => hold(`odd-${index}`, 5)))
    const results = await submit(...odd.map((text, index) => oddSettle(`odd-${index}`, text)))
    expect(results.map((result) => 'charged' in result && result.charged)).toEqual([5n, 5n, 5n, 5n])
    const rows = await here.database.kysely
      .selectFrom('usage_log')
      .select(['model', 'content'])
      .where('request_id', 'like', 'odd-%')
      .orderBy('request_id')
      .execute()
    expect(rows.map(({ model }) => model)).toEqual([
      'half \ufffd',
      'half \ufffd',
      'zero ',
      'wide 👋',
    ])
    const sums = await here.database.kysely
      .selectFrom('usage_rollup')
      .select(['model', 'requests'])
      .where('scope', '=', 'user')
      .where('scope_id', '=', 8n)
      .orderBy('model')
      .execute()
    // Two names that are one in the database are one counter.
    expect(sums).toContainEqual({ model: 'half \ufffd', requests: 2n })
    await lawsHold()
  })

  test('what is bound outside of the ledger is storable, too', async () => {
    const { kysely } = here.database
    await kysely.insertInto('revisions').values({ name: 'odd \ud83d\0', revision: 1n }).execute()
    const found = await kysely
      .selectFrom('revisions')
      .select('name')
      .where('name', 'like', 'odd%')
      .execute()
    expect(found).toEqual([{ name: 'odd \ufffd' }])
  })

  test('a charge that cannot be stored with its text is stored without it', async () => {
    await submit(grant(10, 'long'), hold('long', 5))
    // Longer than what an index of PostgreSQL takes, and nothing that can be packed.
    const name = Array.from({ length: 9_000 }, (_, index) =>
      String.fromCodePoint(0x4e00 + ((index * 7_919) % 20_000)),
    ).join('')
    expect(await submit(oddSettle('long', name))).toMatchObject([{ ok: true, charged: 5n }])
    const row = await here.database.kysely
      .selectFrom('usage_log')
      .select(['model', 'quota'])
      .where('request_id', '=', 'long')
      .executeTakeFirstOrThrow()
    expect(row).toEqual({ model: here.dialect === 'sqlite' ? name : '', quota: 5n })
    await lawsHold()
  })
})

describe('debts', () => {
  test('three parallel answers that drain a covered wallet are paid when it is free again', async () => {
    const accounts: Hold['accounts'] = [{ code: 'wallet:22' }]
    await submit(grant(50_000, 'debts', 'wallet:22'), hold('cover', 47_000, { accounts }))
    const names = ['debt-a', 'debt-b', 'debt-c']
    await submit(...names.map((id) => hold(id, 1_000, { accounts })))
    const settled = await submit(...names.map((id) => settle(id, 15_000)))
    expect(settled).toMatchObject(names.map(() => ({ charged: 1_000n, owed: 14_000n })))
    expect(await ledger.reader.balance('wallet:22')).toMatchObject({ owed: 42_000n, available: 0n })
    await lawsHold()
    await submit(settle('cover', 20_000))
    expect(await ledger.reader.balance('wallet:22')).toMatchObject({ balance: 0n, owed: 0n })
    // 27 000 were free: the first is paid, most of the second, the rest is the operator's.
    const kinds = async (hold: string) =>
      (await ledger.reader.entries(`request:${hold}`)).map(({ kind, amount }) => [kind, amount])
    expect(await kinds('debt-a')).toEqual([
      ['charge', 1_000n],
      ['collect:1', 14_000n],
    ])
    expect(await kinds('debt-b')).toEqual([
      ['charge', 1_000n],
      ['collect:1', 13_000n],
      ['write-off', 1_000n],
    ])
    const rows = await here.database.kysely
      .selectFrom('usage_log')
      .select('quota')
      .where('request_id', 'like', 'debt-%')
      .execute()
    expect(rows).toEqual(names.map(() => ({ quota: 15_000n })))
    await lawsHold()
  })

  test('a sum of debts that was tampered with is named', async () => {
    const edit = (owed: bigint) =>
      here.database.kysely
        .updateTable('ledger_accounts')
        .set({ owed })
        .where('code', '=', 'wallet:22')
        .execute()
    await edit(5n)
    expect(await ledger.reader.differences()).toEqual([
      { account: 'wallet:22', figure: 'owed', stored: 5n, derived: 0n },
    ])
    await edit(0n)
  })
})

test('amounts beyond 2^53 stay exact', async () => {
  const large = 9_007_199_254_740_993n
  await submit({ ...grant(1, 'large', 'wallet:53'), amount: quota(large) })
  const accounts: Hold['accounts'] = [{ code: 'wallet:53' }]
  await submit(
    hold('large', 0, { amount: quota(large - 2n), minimum: quota(large - 2n), accounts }),
  )
  expect(await ledger.reader.balance('wallet:53')).toMatchObject({
    balance: large,
    held: large - 2n,
    available: 2n,
  })
  await lawsHold()
})

test('the history of an account is paged newest first', async () => {
  for (let turn = 0; turn < 5; turn += 1) {
    await submit(grant(10, `page-${turn}`, 'wallet:9'), grant(-1, `page-${turn}`, 'wallet:9'))
  }
  const first = await ledger.reader.history('wallet:9', { limit: 4 })
  expect(first.map(({ cause, kind }) => `${cause} ${kind}`)).toEqual([
    'page-4 adjust',
    'page-4 grant',
    'page-3 adjust',
    'page-3 grant',
  ])
  const last = first.at(-1)
  const second = await ledger.reader.history('wallet:9', { limit: 9, before: last?.id ?? 0n })
  expect(second).toHaveLength(6)
  expect(await ledger.reader.systemBalance('granted')).toBeLessThan(0n)
})

test('doctor names a balance that was tampered with', async () => {
  await submit(grant(10, 'doctor', 'wallet:77'))
  const edit = (balance: bigint) =>
    here.database.kysely
      .updateTable('ledger_accounts')
      .set({ balance })
      .where('code', '=', 'wallet:77')
      .execute()
  await edit(11n)
  expect(await ledger.reader.differences()).toEqual([
    { account: 'wallet:77', figure: 'balance', stored: 11n, derived: 10n },
  ])
  await edit(10n)
  await lawsHold()
})

describe('incarnations', () => {
  test('a silent process is stale, and its holds can be given back', async () => {
    const { kysely, dialect } = here.database
    await startIncarnation(kysely, dialect, 'alive')
    await startIncarnation(kysely, dialect, 'dead')
    await submit(
      grant(10, 'incarnation', 'wallet:5'),
      ...['alive', 'dead', 'never-started'].map((incarnation) =>
        hold(`of-${incarnation}`, 1, { owner: { incarnation }, accounts: [{ code: 'wallet:5' }] }),
      ),
    )
    const wait = 300
    await new Promise((resolve) => setTimeout(resolve, wait))
    await beat(kysely, dialect, { id: 'alive', refused: 0 })
    const stale = await staleIncarnations(kysely, dialect, { own: 'one', silentMs: wait - 50 })
    expect(stale.toSorted()).toEqual(['dead', 'never-started'])
    expect(await pendingHolds(kysely, 'dead')).toEqual(['of-dead'])
    expect(await submit(release('of-dead', true))).toEqual([{ ok: true, journalled: false }])
    expect(await pendingHolds(kysely, 'dead')).toEqual([])
    expect(await submit(settle('of-dead', 1))).toMatchObject([
      { ok: true, charged: 1n, late: true },
    ])

    await endIncarnation(kysely, dialect, 'alive')
    expect(await staleIncarnations(kysely, dialect, { own: 'one', silentMs: 60_000 })).toContain(
      'alive',
    )
    await lawsHold()
  })
})

describe('laws', () => {
  test('200 parallel requests against a balance worth 10: exactly 10', async () => {
    await using contest = await testDatabase()
    const { writer, reader } = await contest.database.ledger({
      journalPath: join(contest.folder, 'journal'),
    })
    await writer.submit(grant(10, 'ten'))
    const charged =
      contest.dialect === 'sqlite' ? await contendHere(writer, 200) : await contend(contest, 2, 100)
    expect(charged).toBe(10)
    expect(await reader.balance('wallet:1')).toMatchObject({ balance: 0n, held: 0n })
    expect(await reader.systemBalance('revenue')).toBe(10n)
    expect(await reader.differences()).toEqual([])
  })

  test('one code claimed by two accounts at once is credited once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, turn) =>
        ledger.writer.submit(grant(5, 'code:1', `wallet:${BigInt(200 + (turn % 2))}`)),
      ),
    )
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    await lawsHold()
  })

  test('64 at once share a commit', async () => {
    const before = ledger.writer.stats()
    const grants = Array.from({ length: 64 }, (_, turn) => grant(100, `commits:${turn}`))
    await Promise.all(grants.map((command) => ledger.writer.submit(command)))
    const after = ledger.writer.stats()
    expect(after.commands - before.commands).toBe(64)
    expect(after.commits - before.commits).toBe(1)
    await lawsHold()
  })

  test('the database does what the pure function says, for any history', async () => {
    let run = 0
    await fc.assert(
      fc.asyncProperty(anyHistory, async (history) => {
        run += 1
        const model = newModel()
        for (const batch of history) {
          const commands = batch.map((command) => named(command, run))
          expect(await submit(...commands)).toEqual(model(commands))
        }
        await lawsHold()
      }),
      { numRuns: 25 },
    )
  })
})

describe('a refund', () => {
  test('leaves a limit as it was set since its charge', async () => {
    await submit(grant(100, 'set-since', 'wallet:51'), grant(40, 'set-since-limit', 'limit:51'))
    const accounts = [{ code: 'wallet:51' }, { code: 'limit:51' }] as const
    const setTo = (balance: number): Command => ({
      kind: 'allow',
      cause: `limit 51 to ${balance}`,
      account: 'limit:51',
      balance: quota(balance),
      actor: 'test',
      at: 1,
    })
    for (const id of ['set-1', 'set-2']) {
      await submit(hold(id, 10, { accounts }))
      await submit(settle(id, 10))
      if (id === 'set-1') await submit(setTo(12))
    }
    await submit(refund('set-1'))
    expect(await ledger.reader.balance('limit:51')).toMatchObject({ balance: 2n })
    await submit(refund('set-2'))
    expect(await ledger.reader.balance('limit:51')).toMatchObject({ balance: 12n })
    expect(await ledger.reader.balance('wallet:51')).toMatchObject({ balance: 100n })
  })

  test('is one of many at once, with its row and its tallies, and the accounts agree', async () => {
    await submit(grant(100, 'refunds', 'wallet:50'), grant(40, 'refunds-limit', 'limit:50'))
    const accounts = [{ code: 'wallet:50' }, { code: 'limit:50' }] as const
    await submit(hold('given', 30, { accounts }), settle('given', 25))
    const answers = await submit(...Array.from({ length: 9 }, () => refund('given')))
    expect(answers.filter(({ ok }) => ok)).toEqual([{ ok: true, returned: 25n, forgiven: 0n }])
    expect(answers.filter(({ ok }) => !ok)).toEqual(
      Array.from({ length: 8 }, () => ({ ok: false, reason: 'already-done' })),
    )
    expect(await ledger.reader.balance('wallet:50')).toMatchObject({ balance: 100n, held: 0n })
    expect(await ledger.reader.balance('limit:50')).toMatchObject({ balance: 40n, held: 0n })
    const rows = await here.database.kysely
      .selectFrom('usage_log')
      .select(['type', 'quota'])
      .where('request_id', '=', 'given')
      .orderBy('id')
      .execute()
    expect(rows).toEqual([
      { type: 2n, quota: 25n },
      { type: 6n, quota: -25n },
    ])
    await lawsHold()
  })
})

const contendHere = async (writer: Ledger['writer'], count: number): Promise<number> => {
  const turns = Array.from({ length: count }, (_, turn) => holdAndSettle(writer, `here-${turn}`))
  return (await Promise.all(turns)).filter(Boolean).length
}

/* ── any history ───────────────────────────────────────────────────────────────────────────────── */

const amounts = fc.integer({ min: 0, max: 120 })
const names = fc.constantFrom('a', 'b', 'c', 'd')
const windowCode = 'window:user:1:day:0' as const

const anyCommand: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .record({ id: names, most: amounts, limit: fc.boolean(), window: fc.option(amounts) })
      .map(({ id, most, limit, window }) =>
        hold(id, most, {
          minimum: quota(Math.floor(most / 2)),
          accounts: [
            { code: 'wallet:1' },
            ...(limit ? [{ code: 'limit:1' as const }] : []),
            ...(window === null
              ? []
              : [{ code: windowCode, window: { limit: quota(window), resetsAt: 9 } }]),
          ],
        }),
      ),
  },
  fc.tuple(names, amounts).map(([id, amount]): Command => ({
    kind: 'extend',
    hold: id,
    amount: quota(amount),
    minimum: quota(0),
    at: 3,
  })),
  { weight: 3, arbitrary: fc.tuple(names, amounts).map(([id, amount]) => settle(id, amount)) },
  fc.tuple(names, fc.boolean()).map(([id, expired]) => release(id, expired)),
  fc.tuple(names, fc.constantFrom(4, 20)).map(([id, at]) => refund(id, { at })),
  fc
    .tuple(fc.integer({ min: -100, max: 200 }).filter(Boolean), names)
    .map(([amount, cause]) => grant(amount, cause)),
  fc.tuple(names, amounts).map(([cause, balance]): Command => ({
    kind: 'allow',
    cause,
    account: 'limit:1',
    balance: quota(balance),
    actor: 'test',
    at: 1,
  })),
)
const anyHistory = fc.array(fc.array(anyCommand, { minLength: 1, maxLength: 10 }), { maxLength: 6 })

/** The same command among accounts and causes that only this run knows. */
function named<C extends Command>(command: C, run: number): Command {
  const account = <Code extends AccountCode>(code: Code): AccountCode =>
    code.startsWith('window')
      ? `window:user:${BigInt(1_000 + run)}:day:0`
      : code.startsWith('wallet')
        ? `wallet:${BigInt(1_000 + run)}`
        : `limit:${BigInt(1_000 + run)}`
  switch (command.kind) {
    case 'hold':
      return {
        ...command,
        id: `${run}-${command.id}`,
        accounts: command.accounts.map((held) => ({ ...held, code: account(held.code) })),
      }
    case 'extend':
    case 'settle':
    case 'void':
    case 'refund':
      return { ...command, hold: `${run}-${command.hold}` }
    case 'credit':
    case 'grant':
    case 'adjust':
    case 'allow':
      return { ...command, cause: `${run}-${command.cause}`, account: account(command.account) }
  }
}

/** The ledger in memory, by the pure function alone. */
function newModel(): (commands: readonly Command[]) => readonly Result[] {
  const accounts = new Map<AccountCode, AccountState>()
  const holds = new Map<string, HoldState>()
  const operations = new Set<string>()
  const debts = new Map<AccountCode, DebtState[]>()
  const charges = new Map<string, Transfer[]>()
  return (commands) => {
    for (const command of commands)
      for (const code of codesOf(command)) {
        if (!accounts.has(code)) accounts.set(code, emptyAccount(code))
      }
    const { results, changes } = apply({ accounts, holds, operations, debts, charges }, commands)
    for (const account of changes.accounts) accounts.set(account.code, account)
    for (const one of [...changes.newHolds, ...changes.changedHolds]) holds.set(one.id, one)
    for (const debt of changes.debts) {
      const others = debts.get(debt.wallet)?.filter(({ hold }) => hold !== debt.hold) ?? []
      debts.set(debt.wallet, debt.left === 0n ? others : [...others, debt])
    }
    for (const operation of changes.operations) {
      operations.add(operationKey(operation.cause, operation.kind))
      keepTaken(charges, operation)
    }
    return results
  }
}

function keepTaken(charges: Map<string, Transfer[]>, { cause, kind, transfers }: Operation): void {
  const hold = cause.slice('request:'.length)
  if (isTaking(kind)) charges.set(hold, [...(charges.get(hold) ?? []), ...transfers])
}

const codesOf = (command: Command): readonly AccountCode[] => {
  if (command.kind === 'hold') return command.accounts.map(({ code }) => code)
  return 'account' in command ? [command.account] : []
}

const emptyAccount = (code: AccountCode): AccountState => ({
  id: 0n,
  code,
  balance: quota(0),
  held: quota(0),
  owed: quota(0),
  windowLimit: null,
  resetsAt: null,
})
