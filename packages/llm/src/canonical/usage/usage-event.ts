import type { UsageEvent } from '../event.ts'
import type { ReportedUsage } from '../usage.ts'

/** A report as an event; `tier` is the service tier that answered, in the supplier's word. */
export const usageEvent = (
  { usage, absurd, parts }: ReportedUsage,
  tier: string | null,
): UsageEvent => ({
  kind: 'usage',
  usage,
  ...(tier === null ? {} : { tier }),
  ...(absurd ? { absurd: true } : {}),
  ...(parts === undefined ? {} : { parts }),
})

/** Stands beside the figures in the usage of every dialect: nobody but us calls counted what was counted. */
export const sourceOf = ({ counted }: UsageEvent): { readonly usage_source?: 'counted' } =>
  counted === true ? { usage_source: 'counted' } : {}
