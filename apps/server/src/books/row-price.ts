import { logType } from '@posthouse/contract/log'
import { type Meters, tokensOf } from '@posthouse/llm/canonical/meter'
import { inputTokensOf, outputTokensOf } from '@posthouse/llm/canonical/usage'
import { readChargeRecord } from '../domain/pricing/charge-record.ts'
import { price } from '../domain/pricing/price.ts'
import { metersIn } from '../domain/pricing/stored-usage.ts'
import type { LogRow } from '../domain/usage-log/log-store.ts'

/** What of a row of the log a price can be worked out from again. */
export type PricedRow = Pick<
  LogRow,
  | 'request_id'
  | 'type'
  | 'outcome'
  | 'quota'
  | 'written_off'
  | 'input_tokens'
  | 'output_tokens'
  | 'usage'
  | 'charge'
  | 'group_ratio_millionths'
>

/**
 * `tokens`: its columns are not its usage. `price`: it does not cost what its stored facts give.
 * `unexplained`: it costs something, and has no facts.
 */
export type RowFault = 'tokens' | 'price' | 'unexplained'

/** What does not agree within one row; null: all does. */
export function faultOf(row: PricedRow): RowFault | null {
  const used = usedIn(row)
  if (used === null) return 'tokens'
  const tokens = tokensOf(used)
  const agrees =
    BigInt(inputTokensOf(tokens)) === row.input_tokens &&
    BigInt(outputTokensOf(tokens)) === row.output_tokens
  return agrees ? faultOfPrice(row, used) : 'tokens'
}

function faultOfPrice(row: PricedRow, used: Meters): RowFault | null {
  const whole = row.quota + row.written_off
  if (row.charge === '') return isUnexplained(row, used, whole) ? 'unexplained' : null
  const record = recordIn(row)
  if (record === null || !isSame(record.used, used)) return 'price'
  const { facts } = record
  const agrees =
    facts.ratioMillionths === row.group_ratio_millionths &&
    price(record.used, facts).quota === whole
  return agrees ? null : 'price'
}

/** Rows of tokens by bucket do not say the call itself. */
function isSame(recorded: Meters, used: Meters): boolean {
  const saysCall = used.some(({ meter }) => meter === 'call')
  const mine = amountsOf(recorded.filter(({ meter }) => saysCall || meter !== 'call'))
  const its = amountsOf(used)
  return mine.size === its.size && [...mine].every(([kind, amount]) => its.get(kind) === amount)
}

/** By meter and what kind of it. */
function amountsOf(meters: Meters): ReadonlyMap<string, number> {
  const amounts = new Map<string, number>()
  for (const { meter, amount, attributes = {} } of meters) {
    const kind = JSON.stringify([
      meter,
      Object.entries(attributes).toSorted(([a], [b]) => (a < b ? -1 : 1)),
    ])
    amounts.set(kind, (amounts.get(kind) ?? 0) + amount)
  }
  return amounts
}

/** A call that met a bug of ours may be charged without its facts. */
const isUnexplained = ({ type, outcome }: PricedRow, used: Meters, whole: bigint): boolean =>
  type === BigInt(logType.consumption) &&
  outcome !== 'server-failed' &&
  (whole > 0n || (outcome === 'complete' && used.length > 0))

/** Null: it cannot be read. */
function usedIn({ usage }: PricedRow): Meters | null {
  try {
    return metersIn(usage)
  } catch {
    return null
  }
}

function recordIn({ charge }: PricedRow): ReturnType<typeof readChargeRecord> {
  try {
    return readChargeRecord(charge)
  } catch {
    return null
  }
}
