import { type Fields, fieldsOf } from '../../bytes/fields.ts'
import { countsOf } from '../../canonical/usage/counts.ts'
import { type ReportedUsage, reportOf } from '../../canonical/usage.ts'

/** What Cohere bills, in the `meta` of an answer. */
export const billedIn = (meta: unknown): Fields => fieldsOf(fieldsOf(meta)?.['billed_units']) ?? {}

/** Tokens of input. A reranking reports search units instead, and no tokens. */
export function cohereUsage(meta: unknown): ReportedUsage | null {
  const { input_tokens: tokens = null } = billedIn(meta)
  if (tokens === null) return null
  const counts = countsOf([tokens])
  return reportOf(counts === null ? null : { input: counts[0] ?? 0 }, {})
}
