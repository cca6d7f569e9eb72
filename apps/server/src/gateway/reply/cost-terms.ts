import { Refusal } from '@posthouse/contract/refusal'
import { type Quota, quota } from '@posthouse/ledger/quota'
import type { Token } from '../../domain/tokens/token.ts'

type Headers = Readonly<Record<string, string | readonly string[] | undefined>>

export type CostTerms = {
  /** The answer shall include its cost. */
  readonly costAsked: boolean
  /** Highest cost allowed; null without a limit. */
  readonly costMost: Quota | null
}

/** Reads the headers of a call and the settings of its token. Refuses 400. */
export function costTerms(
  headers: Headers,
  { costInAnswer }: Pick<Token, 'costInAnswer'>,
  quotaPerUnit: number,
): CostTerms {
  const asked = headers['x-posthouse-cost']
  const most = headers['x-posthouse-max-cost']
  return {
    costAsked: costInAnswer || asked === '1' || asked === 'true',
    costMost: most === undefined ? null : unitsOf(String(most), quotaPerUnit),
  }
}

/** Whether only an estimate is requested. Any value but `0` and `false` counts as yes, so that a typo never leads to a paid call. */
export function isEstimate(headers: Headers): boolean {
  const asked = headers['x-posthouse-estimate']
  return asked !== undefined && asked !== '0' && asked !== 'false'
}

const places = 9

/** Decimal dollars in units, rounded down so that a limit is never exceeded. */
function unitsOf(text: string, quotaPerUnit: number): Quota {
  const match = /^(\d{1,9})(?:\.(\d{1,9}))?$/.exec(text.trim())
  if (match === null) throw new Refusal('request.max-cost', {})
  const scaled = BigInt(`${match[1]}${(match[2] ?? '').padEnd(places, '0')}`)
  return quota((scaled * BigInt(quotaPerUnit)) / 10n ** BigInt(places))
}
