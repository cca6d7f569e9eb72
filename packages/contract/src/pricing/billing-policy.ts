/**
 * Every way in which a call can end, and what is charged for it. `reported`: the usage that the upstream reported.
 * `counted`: what we counted, in place of what was not reported or cannot be true. `delivered`: input and the
 * output that reached the caller, reported or else counted. `sent`: the same, and the input alone once the upstream was asked. `nothing`: the reservation is returned.
 */
export const billingPolicy = [
  { row: 'complete', charge: 'reported' },
  { row: 'complete-counted', charge: 'counted' },
  { row: 'complete-absurd', charge: 'counted' },
  { row: 'complete-empty', charge: 'nothing' },
  { row: 'failed-before-content', charge: 'nothing' },
  { row: 'failed-mid-stream', charge: 'delivered' },
  { row: 'client-left', charge: 'sent' },
  { row: 'quota-ran-out', charge: 'delivered' },
  { row: 'server-failed', charge: 'delivered' },
  { row: 'server-stopped', charge: 'delivered' },
  { row: 'cache-hit', charge: 'nothing' },
] as const satisfies readonly { row: string; charge: string }[]

/** How a charge was decided. It is stored with the charge and shown in the log. */
export type SettlementRow = (typeof billingPolicy)[number]['row']
