import { z } from 'zod'
import { QuotaUnits, Seconds } from '../scalars.ts'
import { TimeZone } from '../time-zone.ts'

/** What moved a wallet. `usage` is what one day's calls cost; every other line is one transfer. */
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
  /** Of usage: the day's last charge. */
  time: Seconds,
  kind: z.enum(statementKinds),
  /** An order's number, or what somebody wrote. */
  text: z.string(),
  /** How many transfers it is the sum of. */
  count: z.number().int(),
  /** Below zero: it left the wallet. */
  amount: QuotaUnits,
  /** After this line. */
  balance: QuotaUnits,
})
export type StatementLine = z.output<typeof StatementLine>

export const Statement = z.object({
  month: z.string(),
  opening: QuotaUnits,
  closing: QuotaUnits,
  /** When the account was made: there is no statement before. */
  since: Seconds,
  lines: z.array(StatementLine),
})
export type Statement = z.output<typeof Statement>
