import type { SettlementRow } from '@posthouse/contract/billing-policy'
import {
  type Bucket,
  inputBuckets,
  noUsage,
  outputBuckets,
  type Usage,
  type UsageSource,
} from '@posthouse/llm/canonical/usage'
import type { ReportedUsage, Side } from './reported-usage.ts'

/** How an answer ended. */
export type OutcomeKind =
  | 'complete'
  | 'failed-before-content'
  | 'failed-mid-stream'
  | 'client-left'
  | 'quota-ran-out'
  /** A bug of ours, after an upstream was reached. */
  | 'server-failed'
  /** The server was stopped during the answer. */
  | 'server-stopped'
  | 'cache-hit'

export type SettlementFacts = {
  readonly kind: OutcomeKind
  /** Report that covers the whole answer. */
  readonly reported: ReportedUsage | null
  /** The last report received, which may cover part of the answer. */
  readonly heard: ReportedUsage | null
  /** The request may have reached an upstream. */
  readonly requestSent: boolean
  readonly anythingDelivered: boolean
  readonly countedInput: number
  /** Delivered output and its bucket. */
  readonly countedOutput: number
  readonly outputIs: Bucket
}

export type Settlement = {
  /** Row of the settlement table that decided, shown in the log. */
  readonly row: SettlementRow
  /** `void` releases the hold because nothing was used. `free` means used but not charged. */
  readonly action: 'charge' | 'free' | 'void'
  readonly usage: Usage
  readonly source: UsageSource
}

/**
 * The settlement table of docs/money.md, and the only place that decides what is charged. Implausible usage counts as missing, and the
 * row says so.
 */
export function settlementFor(facts: SettlementFacts): Settlement {
  switch (facts.kind) {
    case 'complete':
      return complete(facts)
    case 'cache-hit':
      return {
        row: 'cache-hit',
        action: 'free',
        usage: facts.reported?.usage ?? noUsage,
        source: 'none',
      }
    case 'failed-before-content':
      return { row: 'failed-before-content', action: 'void', usage: noUsage, source: 'none' }
    case 'failed-mid-stream':
    case 'quota-ran-out':
      return { row: facts.kind, action: 'charge', ...broken(facts) }
    case 'server-failed':
    case 'server-stopped':
      return ours(facts, facts.kind)
    case 'client-left':
      return clientLeft(facts)
  }
}

const countedUnlessReported: ReadonlySet<OutcomeKind> = new Set([
  'complete',
  'client-left',
  'server-failed',
  'server-stopped',
])

/** Whether the output must be counted. Reported output is not counted again. */
export const needsCount = ({
  kind,
  reported,
}: Pick<SettlementFacts, 'kind' | 'reported'>): boolean =>
  kind === 'failed-mid-stream' ||
  kind === 'quota-ran-out' ||
  (countedUnlessReported.has(kind) && !isBelieved(reported))

/** Whether the input must be counted in full. */
export const needsInput = (
  facts: Pick<SettlementFacts, 'kind' | 'reported' | 'heard' | 'requestSent'>,
): boolean => {
  const { reported, heard, requestSent } = facts
  const isMissing = inputIn(heard) === null || (isLow(reported) && reported.low.includes('input'))
  return requestSent && isMissing && needsCount(facts)
}

function complete(facts: SettlementFacts): Settlement {
  const { reported, heard } = facts
  if (isBelieved(reported)) {
    return { row: 'complete', action: 'charge', usage: reported.usage, source: 'reported' }
  }
  if (isLow(reported))
    return { row: 'complete-absurd', action: 'charge', ...corrected(reported, facts) }
  if (!facts.anythingDelivered) {
    return { row: 'complete-empty', action: 'void', usage: noUsage, source: 'none' }
  }
  return {
    row: heard?.absurd === true ? 'complete-absurd' : 'complete-counted',
    action: 'charge',
    ...broken(facts),
  }
}

/** After a fault of ours, delivered output is charged and missing output is not. */
function ours(facts: SettlementFacts, row: 'server-failed' | 'server-stopped'): Settlement {
  const { reported } = facts
  if (!facts.anythingDelivered) return { row, action: 'free', usage: noUsage, source: 'none' }
  if (isLow(reported)) return { row, action: 'charge', ...corrected(reported, facts) }
  return isBelieved(reported)
    ? { row, action: 'charge', usage: reported.usage, source: 'reported' }
    : { row, action: 'charge', ...broken(facts) }
}

/** Charges the report if there is one, else the counted input (once the request was sent) and the delivered output. */
function clientLeft(facts: SettlementFacts): Settlement {
  const { reported } = facts
  if (isBelieved(reported)) {
    return { row: 'client-left', action: 'charge', usage: reported.usage, source: 'reported' }
  }
  if (isLow(reported))
    return { row: 'client-left', action: 'charge', ...corrected(reported, facts) }
  if (!facts.requestSent) {
    return { row: 'client-left', action: 'void', usage: noUsage, source: 'none' }
  }
  return { row: 'client-left', action: 'charge', ...broken(facts) }
}

/** An answer without a final report: delivered output is counted; input is taken from an earlier report, else counted too. */
function broken(facts: SettlementFacts): Pick<Settlement, 'usage' | 'source'> {
  const input = inputIn(facts.heard)
  return {
    usage: {
      ...noUsage,
      ...(input ?? { input: facts.countedInput }),
      [facts.outputIs]: facts.countedOutput,
    },
    source: input === null ? 'counted' : 'partial',
  }
}

/** Replaces a side that is reported far too low by our count. */
function corrected(
  { usage, low }: LowReport,
  { countedInput, countedOutput, outputIs }: SettlementFacts,
): Pick<Settlement, 'usage' | 'source'> {
  const input = low.includes('input') ? { input: countedInput } : only(usage, inputBuckets)
  const output = low.includes('output') ? { [outputIs]: countedOutput } : only(usage, outputBuckets)
  return {
    usage: { ...noUsage, ...input, ...output },
    source: low.length > 1 ? 'counted' : 'partial',
  }
}

const only = (usage: Usage, buckets: readonly Bucket[]): Partial<Usage> =>
  Object.fromEntries(buckets.map((bucket) => [bucket, usage[bucket]]))

/** Reported input by bucket; null without a plausible one. */
function inputIn(heard: ReportedUsage | null): Partial<Usage> | null {
  if (heard === null || heard.absurd || heard.low?.includes('input') === true) return null
  const named = inputBuckets.filter((bucket) => heard.usage[bucket] > 0)
  return named.length === 0
    ? null
    : Object.fromEntries(named.map((bucket) => [bucket, heard.usage[bucket]]))
}

/** Whether a report decides the charge: it exists, is plausible and not empty. */
export const isBelieved = (reported: ReportedUsage | null): reported is ReportedUsage =>
  reported !== null && !reported.absurd && reported.low === undefined && isSomething(reported)

/** Whether a report can be shown to the client unchanged. */
export const isExact = (reported: ReportedUsage | null): boolean =>
  isBelieved(reported) && reported.doubts === undefined

type LowReport = ReportedUsage & { readonly low: readonly Side[] }

const isLow = (reported: ReportedUsage | null): reported is LowReport =>
  reported !== null && !reported.absurd && reported.low !== undefined && isSomething(reported)

const isSomething = ({ usage }: ReportedUsage): boolean =>
  Object.values(usage).some((tokens) => tokens > 0)
