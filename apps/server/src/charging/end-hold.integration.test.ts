import { walletOf } from '@posthouse/ledger/account'
import { quota } from '@posthouse/ledger/quota'
import { noUsage } from '@posthouse/llm/canonical/usage'
import { openStand } from '@posthouse/testkit/stand'
import { expect, test } from 'vitest'
import { examineBooks } from '../books/examine-books.ts'
import { systemClock } from '../lib/clock.ts'
import { requestId } from '../lib/ids.ts'
import { microQuota } from '../domain/pricing/price-book.ts'
import { noTier } from '../domain/pricing/tier.ts'
import { settleCommand, voidCommand } from './end-hold.ts'
import { chargeOf, usageRow } from './usage-row.ts'

test('one caller is charged many times while it is there, each with a row and a receipt of its own', async () => {
  await using stand = await openStand()
  const customer = await stand.customer()
  const { db, database, ledger, dataFolder, incarnation } = stand.product.server.stores
  const account = await customer.browser.client.getSelf({})
  const userId = BigInt(account.id)
  const payer = {
    owner: { id: userId, username: account.username },
    token: { id: 1n, name: 'socket' },
    group: { symbol: 'default', ratioMillionths: 1_000_000n },
  }
  const candidate = {
    channel: { id: 1n, name: 'one' },
    supplier: null,
    priced: 'live',
    entry: {
      model: 'live',
      type: 'tokens' as const,
      channelType: 1,
      lines: [
        {
          bucket: 'output' as const,
          unit: 'token' as const,
          amount: microQuota(2_000_000n),
          fromInputTokens: 0,
        },
      ],
    },
  }
  const hold = async (): Promise<string> => {
    const id = requestId()
    const amount = quota(100n)
    const accounts = [{ code: walletOf(userId) }]
    const owner = { incarnation }
    const held = await ledger.writer.submit({
      kind: 'hold',
      id,
      amount,
      minimum: amount,
      accounts,
      owner,
      at: Date.now(),
    })
    expect(held).toMatchObject({ ok: true })
    return id
  }
  const ending = (id: string) => ({ hold: id, node: incarnation, at: Date.now() })
  const settle = async (id: string, output: number): Promise<void> => {
    const usage = { ...noUsage, output }
    const charge = chargeOf(usage, {
      candidate,
      payer,
      tier: noTier,
      beganAt: 0,
      request: { answers: 1, kind: null },
    })
    const row = usageRow({
      cause: {
        chargeId: id,
        clientRequestId: 'socket',
        dialect: '',
        sourceIp: '',
        bookRevision: 1n,
      },
      payer,
      model: 'live',
      stream: true,
      candidate,
      now: Date.now(),
      durationMs: 5,
      firstContentMs: null,
      usage,
      usageSource: 'reported',
      outcome: 'complete',
      status: 200,
      errorCode: '',
      content: '',
      held: quota(100n),
      extensions: [],
      charge,
      doubts: [],
      addedLimit: 0,
      isError: false,
    })
    const amount = charge.charge.quota
    const settled = await ledger.writer.submit(
      settleCommand({ ...ending(id), row, amount, userId, bookRevision: 1n }),
    )
    expect(settled).toMatchObject({ ok: true, charged: amount })
  }
  const balance = async () => (await customer.browser.client.getSelf({})).quota
  const before = await balance()
  const first = await hold()
  const second = await hold()
  await settle(second, 20)
  await settle(first, 10)
  const left = await hold()
  await ledger.writer.submit(voidCommand({ ...ending(left), row: null, reason: 'closed' }))
  await settle(await hold(), 1)
  expect(before - (await balance())).toBe(62)
  const receipts = await Promise.all(
    [first, second].map((id) => customer.browser.client.explainCharge({ params: { id } })),
  )
  expect(receipts.map((receipt) => [receipt.quota, receipt.recomputed])).toEqual([
    [20, 20],
    [40, 40],
  ])
  const findings = await examineBooks({
    db,
    dialect: database.dialect,
    reader: ledger.reader,
    clock: systemClock,
    dataFolder,
  })
  expect(findings.filter(({ ok }) => !ok)).toEqual([])
})
