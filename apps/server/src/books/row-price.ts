import { logType } from '@posthouse/contract/log'
import { buckets, inputTokensOf, noUsage, outputTokensOf, type Usage } from '@posthouse/llm/usage'
import { readChargeRecord } from '../pricing/charge-record.ts'
import { price } from '../pricing/price.ts'
import type { LogRow } from '../usage-log/log-store.ts'

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
  const usage = usageIn(row)
  if (
    usage === null ||
    BigInt(inputTokensOf(usage)) !== row.input_tokens ||
    BigInt(outputTokensOf(usage)) !== row.output_tokens
  ) {
    return 'tokens'
  }
  return faultOfPrice(row, usage)
}

function faultOfPrice(row: PricedRow, usage: Usage): RowFault | null {
  const whole = row.quota + row.written_off
  if (row.charge === '' || row.charge === '{}')
    return isUnexplained(row, whole) ? 'unexplained' : null
  const record = recordIn(row)
  if (record === null || buckets.some((bucket) => record.usage[bucket] !== usage[bucket])) {
    return 'price'
  }
  const { facts } = record
  const agrees =
    facts.ratioMillionths === row.group_ratio_millionths &&
    price(record.usage, facts).quota === whole
  return agrees ? null : 'price'
}

/** A call that met a bug of ours may be charged without its facts. */
const isUnexplained = ({ type, outcome, usage }: PricedRow, whole: bigint): boolean =>
  type === BigInt(logType.consumption) &&
  outcome !== 'server-failed' &&
  (whole > 0n || (outcome === 'complete' && usage !== '{}'))

/** Null: it cannot be read. */
function usageIn({ usage }: PricedRow): Usage | null {
  try {
    return { ...noUsage, ...(JSON.parse(usage) as Partial<Usage>) }
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
