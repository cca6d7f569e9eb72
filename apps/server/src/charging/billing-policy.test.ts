import { billingPolicy } from '@posthouse/contract/billing-policy'
import { noUsage } from '@posthouse/llm/canonical/usage'
import { expect, it } from 'vitest'
import type { ReportedUsage } from './reported-usage.ts'
import { type OutcomeKind, type Settlement, settlementFor } from './settlement.ts'

const kinds = [
  'complete',
  'failed-before-content',
  'failed-mid-stream',
  'client-left',
  'quota-ran-out',
  'server-failed',
  'server-stopped',
  'cache-hit',
] as const satisfies readonly OutcomeKind[]

const usage = { ...noUsage, input: 10, output: 20 }
const reports: readonly (ReportedUsage | null)[] = [
  null,
  { usage: noUsage, absurd: false },
  { usage, absurd: false },
  { usage, absurd: true },
  { usage, absurd: false, low: ['output'] },
]

type Case = {
  readonly settlement: Settlement
  readonly requestSent: boolean
  readonly anythingDelivered: boolean
}

/** Every combination of what a settlement depends on, except output without a request: there is none. */
const cases: readonly Case[] = kinds.flatMap((kind) =>
  reports.flatMap((reported) =>
    [
      { requestSent: false, anythingDelivered: false },
      { requestSent: true, anythingDelivered: false },
      { requestSent: true, anythingDelivered: true },
    ].map(({ requestSent, anythingDelivered }) => ({
      requestSent,
      anythingDelivered,
      settlement: settlementFor({
        kind,
        reported,
        heard: reported,
        requestSent,
        anythingDelivered,
        countedInput: 11,
        countedOutput: anythingDelivered ? 22 : 0,
        outputIs: 'output',
      }),
    })),
  ),
)

const holds: Readonly<Record<(typeof billingPolicy)[number]['charge'], (one: Case) => boolean>> = {
  reported: ({ settlement: { action, source } }) => action === 'charge' && source === 'reported',
  counted: ({ settlement: { action, source } }) =>
    action === 'charge' && (source === 'counted' || source === 'partial'),
  delivered: ({ settlement: { action, usage }, anythingDelivered }) =>
    anythingDelivered ? action === 'charge' && usage.output > 0 : true,
  sent: ({ settlement: { action, usage }, requestSent }) =>
    requestSent ? action === 'charge' && usage.input > 0 : true,
  nothing: ({ settlement: { action } }) => action !== 'charge',
}

it.each(billingPolicy)('the published policy holds for $row: $charge', ({ row, charge }) => {
  const ofRow = cases.filter(({ settlement }) => settlement.row === row)
  expect(ofRow).not.toEqual([])
  expect(ofRow.filter((one) => !holds[charge](one))).toEqual([])
})
