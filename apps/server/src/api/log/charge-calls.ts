import { keyPreview } from '@posthouse/contract/channel-keys'
import { type ChargeExplanation, logType } from '@posthouse/contract/log'
import { Refusal } from '@posthouse/contract/refusal'
import type { Entry } from '@posthouse/ledger/reader'
import { lossesIn } from '@posthouse/llm/canonical/losses'
import { isAdministrator } from '../../domain/accounts/account.ts'
import type { Channel } from '../../domain/channels/channel.ts'
import { multiplierFromMicros } from '../../domain/pricing/multiplier.ts'
import { doubtsIn } from '../../domain/usage-log/doubts.ts'
import { type Attempt, explain, type Explanation } from '../../domain/usage-log/explain-charge.ts'
import { extensionsIn } from '../../domain/usage-log/extensions.ts'
import type { LogRow } from '../../domain/usage-log/log-store.ts'
import type { Handler, Handlers, SignedCall } from '../call.ts'
import { idOut, quotaOut } from '../present.ts'
import { lineOut } from '../price/price-out.ts'
import { requireRecentPassword } from '../recent-password.ts'
import { mayMoveMoneyOf } from '../money/may-move-money.ts'
import { findVisibleRow } from './log-calls.ts'

const explainCharge: Handler<'explainCharge'> = async ({ params }, call) => {
  const { parts } = call
  const row = await chargeOf(await findVisibleRow(params.id, call), call)
  const [entries, owed, attempts] = await Promise.all([
    parts.ledger.reader.entries(`request:${row.request_id}`),
    parts.ledger.reader.owedFor(row.request_id),
    parts.logs.attemptsOf(row.request_id),
  ])
  const explanation = explain(row)
  const { QuotaPerUnit } = parts.snapshot.get().settings
  return {
    ...factsOf(explanation, QuotaPerUnit),
    written_off: quotaOut(writtenOffIn(entries)),
    owed: quotaOut(owed),
    refund: await refundIn(entries, call),
    steps: stepsIn(explanation, entries),
    // The last attempt is the one that answered.
    not_carried: lossesIn(attempts.at(-1)?.message ?? ''),
    attempts: attemptsOut(row, attempts, {
      channels: parts.snapshot.get().channels,
      administrator: isAdministrator(call.caller),
    }),
  }
}

/** The charge of a refund row, while it is still in the log. */
const chargeOf = async (row: LogRow, { parts }: SignedCall): Promise<LogRow> =>
  row.type === BigInt(logType.refund) ? ((await parts.logs.find(row.request_id)) ?? row) : row

/** Only administrators see who refunded. */
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

function factsOf(
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
    // `price` applied today to the recorded facts, paid or not.
    recomputed: quotaOut(priced === null ? wholeOf(row) : priced.charge.quota),
  }
}

const timing = ({ duration_ms: whole, first_content_ms: first }: LogRow) => ({
  request_time: Number(whole),
  first_content_time: first === null ? null : Number(first),
})

/** The full charge. Rows from before debts keep the part that was written off in a column of its own. */
const wholeOf = (row: LogRow): bigint => row.quota + row.written_off

const writtenOffIn = (entries: readonly Entry[]): bigint =>
  entries
    .filter(({ debit, credit }) => debit === 'adjusted' && credit === 'revenue')
    .reduce((sum, { amount }) => sum + amount, 0n)

/** The steps of the money in order: hold, extensions, then settle, write-off, refund or void. */
function stepsIn({ row }: Explanation, entries: readonly Entry[]): ChargeExplanation['steps'] {
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
  // A charge that is still owed in full has moved nothing yet, and is not void.
  if (held > 0n && moved.length === 0 && wholeOf(row) === 0n) {
    const at = Number(row.created_at)
    return [...hold, ...added, { kind: 'void', quota: quotaOut(held), at }]
  }
  return [...hold, ...added, ...moved]
}

/** `null` for an entry that moved a token's allowance, which is not money. */
function stepOf({ kind, debit, credit }: Entry): string | null {
  if (debit === 'adjusted' && credit === 'revenue') return 'write-off'
  if (debit === 'refunded') return credit === 'revenue' ? 'forgive' : 'refund'
  if (!debit.startsWith('wallet:')) return null
  return kind === 'charge' ? 'settle' : (kind.split(':')[0] ?? '')
}

type AttemptOut = ChargeExplanation['attempts'][number]

type Reader = { readonly channels: readonly Channel[]; readonly administrator: boolean }

/**
 * Attempts are recorded only when one failed; otherwise the row itself is the attempt. The owner of the call sees the
 * retries without their channels.
 */
function attemptsOut(
  row: LogRow,
  attempts: readonly Attempt[],
  { channels, administrator }: Reader,
): AttemptOut[] {
  if (!administrator) {
    return attempts.length < 2
      ? []
      : attempts.map((attempt) => ({
          ...timesOf(attempt, row),
          channel: '',
          key: '',
          status: 0,
          message: '',
        }))
  }
  if (attempts.length > 0) return attempts.map((attempt) => attemptOut(attempt, row, channels))
  if (row.channel_id === 0n || row.outcome === 'cache-hit') return []
  return [
    {
      number: 1,
      channel: row.channel_name,
      key: '',
      offset: 0,
      status: Number(row.status),
      failure: '',
      message: '',
      duration: Number(row.duration_ms),
    },
  ]
}

const timesOf = (attempt: Attempt, row: LogRow) => ({
  number: Number(attempt.number),
  offset: Math.max(0, Number(attempt.started_at) - Number(row.created_at - row.duration_ms)),
  failure: attempt.failure,
  duration: Number(attempt.duration_ms),
})

function attemptOut(attempt: Attempt, row: LogRow, channels: readonly Channel[]): AttemptOut {
  const channel = channels.find(({ id }) => id === attempt.channel_id)
  const key = channel?.keys.find(({ id }) => id === attempt.channel_key_id)
  return {
    ...timesOf(attempt, row),
    channel: channel?.name ?? `#${attempt.channel_id}`,
    key: key === undefined ? '' : keyPreview(key.secret),
    status: Number(attempt.status),
    message: attempt.message,
  }
}

const refundCharge: Handler<'refundCharge'> = async ({ params, body }, call) => {
  const { caller, parts } = call
  const charged = await findVisibleRow(params.id, call)
  await mayMoveMoneyOf(charged.user_id, call)
  requireRecentPassword(call)
  if (charged.type !== BigInt(logType.consumption) || charged.quota + charged.written_off === 0n) {
    throw new Refusal('log.nothing-charged', {})
  }
  const { returned, forgiven } = await parts.money.refundCharge({
    charged,
    actor: `user:${caller.id}`,
    reason: body.reason,
    at: parts.clock.now(),
  })
  return { returned: quotaOut(returned), forgiven: quotaOut(forgiven) }
}

export const chargeHandlers = {
  explainCharge,
  refundCharge,
} satisfies Partial<Handlers>
