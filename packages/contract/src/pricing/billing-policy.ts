/**
 * All ways in which a call can end, and what is charged for each.
 * `reported`: the usage that the upstream reported.
 * `counted`: our own count, where usage was not reported or is implausible.
 * `delivered`: the input, and the output that reached the caller, as reported or else counted.
 * `sent`: like `delivered`, and the input alone as soon as the upstream was called.
 * `nothing`: the hold is released.
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

/** How a charge was decided. Stored with the charge and shown in the log. */
export type SettlementRow = (typeof billingPolicy)[number]['row']
