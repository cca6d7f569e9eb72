import { type ChargeExplanation, logType } from '@posthouse/contract/log'
import type { Entry } from '@posthouse/ledger/reader'
import { lossesIn } from '@posthouse/llm/canonical/losses'
import { isAdministrator } from '../../domain/accounts/account.ts'
import { multiplierFromMicros } from '../../domain/pricing/multiplier.ts'
import { extensionsIn } from '../../domain/usage-log/extensions.ts'
import { doubtsIn } from '../../domain/usage-log/doubts.ts'
import type { LogRow } from '../../domain/usage-log/log-store.ts'
import { type Explanation, explain } from '../../domain/usage-log/explain-charge.ts'
import type { Handler, SignedCall } from '../call.ts'
import { idOut, quotaOut } from '../present.ts'
import { lineOut } from '../price/price-out.ts'
import { attemptsOut } from './attempts-out.ts'
import { visibleRow } from './visible-row.ts'

export const explainCharge: Handler<'explainCharge'> = async ({ params }, call) => {
  const { parts } = call
  const row = await chargeOf(await visibleRow(params.id, call), call)
  const [entries, owed, attempts] = await Promise.all([
    parts.ledger.reader.entries(`request:${row.request_id}`),
    parts.ledger.reader.owedFor(row.request_id),
    parts.logs.attemptsOf(row.request_id),
  ])
  const explanation = explain(row)
  const { QuotaPerUnit } = parts.snapshot.get().settings
  return {
    ...facts(explanation, QuotaPerUnit),
    written_off: quotaOut(writtenOffIn(entries)),
    owed: quotaOut(owed),
    refund: await refundIn(entries, call),
    steps: steps(explanation, entries),
    // The last attempt is the one that answered.
    not_carried: lossesIn(attempts.at(-1)?.message ?? ''),
    attempts: attemptsOut(row, attempts, {
      channels: parts.snapshot.get().channels,
      administrator: isAdministrator(call.caller),
    }),
  }
}

/** A refund belongs to the call of the same id, while its row is in the log. */
const chargeOf = async (row: LogRow, { parts }: SignedCall): Promise<LogRow> =>
  row.type === BigInt(logType.refund) ? ((await parts.logs.find(row.request_id)) ?? row) : row

/** The actor is told to administrators alone. */
async function refundIn(
  entries: readonly Entry[],
  { caller, parts }: SignedCall,
): Promise<ChargeExplanation['refund']> {
  const moved = entries.filter(({ kind }) => kind === 'refund')
  const [first] = moved
  if (first === undefined) return null
  const from = (credit: (name: string) => boolean) =>
    moved
      .filter((entry) => entry.debit === 'refunded' && credit(entry.credit))
      .reduce((sum, { amount }) => sum + amount, 0n)
  const by = isAdministrator(caller)
    ? await parts.accounts.findById(BigInt(first.actor.slice('user:'.length)))
    : null
  return {
    returned: quotaOut(from((name) => name !== 'revenue')),
    forgiven: quotaOut(from((name) => name === 'revenue')),
    at: first.at,
    reason: first.remark,
    by: by?.username ?? '',
  }
}

function facts(
  { row, priced }: Explanation,
  quotaPerUnit: number,
): Omit<
  ChargeExplanation,
  'steps' | 'attempts' | 'not_carried' | 'written_off' | 'owed' | 'refund'
> {
  return {
    log_id: idOut(row.id),
    request_id: row.request_id,
    model: row.model,
    priced_model: row.priced_model,
    quota: quotaOut(wholeOf(row)),
    price_entry: priced?.facts.entry.model ?? '',
    book_revision: idOut(row.book_revision),
    tier: priced?.facts.tier ?? '',
    lines: (priced?.charge.lines ?? []).map((line) => ({
      ...lineOut(line, quotaPerUnit),
      quantity: line.quantity,
      kind: Object.values(line.attributes ?? {}).join(', '),
      subtotal_micro: String(line.subtotal),
    })),
    group: row.group,
    group_ratio: multiplierFromMicros(row.group_ratio_millionths),
    total_micro: String(priced?.charge.total ?? 0n),
    rounding: priced?.charge.rounding ?? 'none',
    usage_source: row.usage_source,
    outcome: row.outcome,
    doubts: doubtsIn(row),
    added_limit: Number(row.added_limit),
    ...timing(row),
    // What `price` says today of the facts of then, paid or not.
    recomputed: quotaOut(priced === null ? wholeOf(row) : priced.charge.quota),
  }
}

const timing = ({ duration_ms: whole, first_content_ms: first }: LogRow) => ({
  request_time: Number(whole),
  first_content_time: first === null ? null : Number(first),
})

/** Rows of before debts have apart what was written off at once. */
const wholeOf = (row: LogRow): bigint => row.quota + row.written_off

const writtenOffIn = (entries: readonly Entry[]): bigint =>
  entries
    .filter(({ debit, credit }) => debit === 'adjusted' && credit === 'revenue')
    .reduce((sum, { amount }) => sum + amount, 0n)

/** What happened to the money, in order: set aside, added to, then taken, written off or given back. */
function steps({ row }: Explanation, entries: readonly Entry[]): ChargeExplanation['steps'] {
  const began = Number(row.created_at) - Number(row.duration_ms)
  const hold = row.held > 0n ? [{ kind: 'hold', quota: quotaOut(row.held), at: began }] : []
  const extensions = extensionsIn(row)
  const added = extensions.map(({ quota, at }) => ({
    kind: 'extend',
    quota: quotaOut(quota),
    at,
  }))
  const moved = entries.flatMap((entry) => {
    const kind = stepOf(entry)
    return kind === null ? [] : [{ kind, quota: quotaOut(entry.amount), at: entry.at }]
  })
  const held = extensions.reduce((sum, { quota }) => sum + quota, row.held)
  // A charge that is all owed has not moved yet, and nothing was given back.
  if (held > 0n && moved.length === 0 && wholeOf(row) === 0n) {
    const at = Number(row.created_at)
    return [...hold, ...added, { kind: 'void', quota: quotaOut(held), at }]
  }
  return [...hold, ...added, ...moved]
}

/** Null: it moved an allowance, which is no money. */
function stepOf({ kind, debit, credit }: Entry): string | null {
  if (debit === 'adjusted' && credit === 'revenue') return 'write-off'
  if (debit === 'refunded') return credit === 'revenue' ? 'forgive' : 'refund'
  if (!debit.startsWith('wallet:')) return null
  return kind === 'charge' ? 'settle' : (kind.split(':')[0] ?? '')
}
