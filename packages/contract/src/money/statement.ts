import { z } from 'zod'
import { QuotaUnits, Seconds } from '../scalars.ts'
import { TimeZone } from '../time-zone.ts'

/** Kinds of statement lines. `usage` is the cost of one day's calls. Every other line is one transfer. */
export const statementKinds = [
  'usage',
  'top-up',
  'top-up-refund',
  'code',
  'gift',
  'invitation',
  'refund',
  'correction',
] as const
export type StatementKind = (typeof statementKinds)[number]

export const StatementQuery = z.object({
  /** `2026-11`, in the reader's time zone. */
  month: z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'field.invalid'),
  time_zone: TimeZone.default('UTC'),
})

const StatementLine = z.object({
  /** For usage: the time of the day's last charge. */
  time: Seconds,
  kind: z.enum(statementKinds),
  /** An order number, or a remark. */
  text: z.string(),
  /** The number of transfers in this line. */
  count: z.number().int(),
  /** Negative when it left the wallet. */
  amount: QuotaUnits,
  /** After this line. */
  balance: QuotaUnits,
})
export type StatementLine = z.output<typeof StatementLine>

export const Statement = z.object({
  month: z.string(),
  opening: QuotaUnits,
  closing: QuotaUnits,
  /** When the account was created. There are no earlier statements. */
  since: Seconds,
  lines: z.array(StatementLine),
})
export type Statement = z.output<typeof Statement>
