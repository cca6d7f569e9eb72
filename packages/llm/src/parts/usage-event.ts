import type { ModelEvent } from '../event.ts'
import type { ReportedUsage } from '../usage.ts'

/** What was reported, as an event; `tier` is the service tier that answered, in the supplier's word. */
export const usageEvent = (
  { usage, absurd }: ReportedUsage,
  tier: string | null,
): Extract<ModelEvent, { kind: 'usage' }> => ({
  kind: 'usage',
  usage,
  ...(tier === null ? {} : { tier }),
  ...(absurd ? { absurd: true } : {}),
})
