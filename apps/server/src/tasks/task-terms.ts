import { quota, type Quota } from '@posthouse/ledger/quota'
import type { Meters } from '@posthouse/llm/canonical/meter'
import { noUsage } from '@posthouse/llm/canonical/usage'
import { type Cause, type Payer, usageRow } from '../charging/usage-row.ts'
import { chargeRecord, readChargeRecord } from '../domain/pricing/charge-record.ts'
import type { PriceEntry } from '../domain/pricing/price-book.ts'
import type { PricedCandidate } from '../domain/pricing/priced-candidate.ts'
import type { SupplierPrice } from '../domain/pricing/supplier-price.ts'
import { noTier, priceServed } from '../domain/pricing/tier.ts'
import type { Task } from '../domain/tasks/task.ts'
import type { SqlRow } from '../domain/usage-log/sql-row.ts'

/** Everything its charge depends on, stored with the task, which may end hours later on another node. */
export type TaskTerms = {
  readonly payer: Payer
  readonly cause: Omit<Cause, 'chargeId'>
  readonly channelName: string
  /** As of its start. */
  readonly supplier: SupplierPrice | null
  readonly priced: string
  readonly entry: PriceEntry
  readonly used: Meters
  /** Epoch milliseconds. The price of this moment applies, however late the task ends. */
  readonly beganAt: number
  readonly held: Quota
}

type Pricing = Pick<TaskTerms, 'entry' | 'used' | 'beganAt'> & {
  readonly payer: Pick<Payer, 'group'>
}

const chargeFor = ({ entry, used, beganAt, payer }: Pricing) =>
  priceServed(used, { entry, ratioMillionths: payer.group.ratioMillionths, beganAt }, noTier)

/** Whether the price depends on the result, as all but fixed prices per call do. */
export const isChargedAtEnd = (terms: TaskTerms): boolean =>
  chargeFor(terms).charge.lines.some(({ bucket }) => bucket !== 'call')

/** Null if the entry has no price for such a task. */
export function costOf(pricing: Pricing): Quota | null {
  const { lines, quota: cost } = chargeFor(pricing).charge
  return lines.length === 0 ? null : cost
}

export const termsWith = (
  terms: Omit<TaskTerms, 'channelName' | 'supplier' | 'priced' | 'entry'>,
  {
    channel,
    priced,
    entry,
    supplier,
  }: Pick<PricedCandidate, 'channel' | 'priced' | 'entry' | 'supplier'>,
): TaskTerms => ({
  ...terms,
  channelName: channel.name,
  supplier,
  priced,
  entry,
})

export function termsText({
  payer,
  cause,
  entry,
  used,
  beganAt,
  supplier,
  ...rest
}: TaskTerms): string {
  const { owner, token, group } = payer
  return JSON.stringify({
    ...rest,
    cause: { ...cause, bookRevision: String(cause.bookRevision) },
    held: String(rest.held),
    supplier: supplier === null ? null : supplierText(supplier, beganAt),
    username: owner.username,
    tokenName: token.name,
    group: group.symbol,
    charge: chargeRecord(used, { entry, ratioMillionths: group.ratioMillionths, beganAt }),
  })
}

const supplierText = ({ entry, millionths }: SupplierPrice, beganAt: number): string =>
  chargeRecord([], { entry, ratioMillionths: millionths, beganAt })

function supplierOf(text: string | null): SupplierPrice | null {
  const facts = text === null ? null : (readChargeRecord(text)?.facts ?? null)
  return facts === null ? null : { entry: facts.entry, millionths: facts.ratioMillionths }
}

type StoredTerms = {
  readonly cause: Omit<TaskTerms['cause'], 'bookRevision'> & { readonly bookRevision: string }
  readonly held: string
  readonly username: string
  readonly tokenName: string
  readonly group: string
  readonly channelName: string
  readonly supplier: string | null
  readonly priced: string
  readonly charge: string
}

export function termsOf({ terms, userId, tokenId, id }: Task): TaskTerms {
  const stored: StoredTerms = JSON.parse(terms)
  const priced = readChargeRecord(stored.charge)
  if (priced === null) throw new Error(`the task ${id} has no price`)
  const { entry, ratioMillionths, beganAt } = priced.facts
  return {
    payer: {
      owner: { id: userId, username: stored.username },
      token: { id: tokenId, name: stored.tokenName },
      group: { symbol: stored.group, ratioMillionths },
    },
    cause: { ...stored.cause, bookRevision: BigInt(stored.cause.bookRevision) },
    channelName: stored.channelName,
    supplier: supplierOf(stored.supplier),
    priced: stored.priced,
    entry,
    used: priced.used,
    beganAt,
    held: quota(BigInt(stored.held)),
  }
}

/** The part of a task that its log row contains. */
export type LoggedTask = Pick<Task, 'id' | 'model' | 'channelId' | 'createdAt'>

type TaskOutcome = {
  readonly terms: TaskTerms
  readonly now: number
  readonly code: string
  readonly words: string
  /** Null if nothing is charged. */
  readonly used: Meters | null
}

/** The log row of a task, and its charge. */
export function loggedTask(
  task: LoggedTask,
  { terms, now, code, words, used }: TaskOutcome,
): { readonly row: SqlRow; readonly amount: Quota } {
  const { payer, entry, priced, channelName, supplier } = terms
  const made = used === null ? null : { used, ...chargeFor({ ...terms, used }) }
  const row = usageRow({
    cause: { ...terms.cause, chargeId: task.id },
    payer,
    model: task.model,
    stream: false,
    candidate: {
      priced,
      entry,
      supplier,
      channel: { id: task.channelId, name: channelName },
    },
    now,
    durationMs: now - task.createdAt,
    firstContentMs: null,
    usage: noUsage,
    usageSource: made === null ? 'none' : 'reported',
    outcome: made === null ? 'failed-before-content' : 'complete',
    status: made === null ? 502 : 200,
    errorCode: code,
    content: words,
    held: terms.held,
    extensions: [],
    charge: made,
    doubts: [],
    addedLimit: 0,
    isError: made === null,
  })
  return { row, amount: made?.charge.quota ?? quota(0n) }
}
