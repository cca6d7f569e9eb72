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

/** The end of an answer. */
export type OutcomeKind =
  | 'complete'
  | 'failed-before-content'
  | 'failed-mid-stream'
  | 'client-left'
  | 'quota-ran-out'
  /** A bug of ours after an upstream was reached. */
  | 'server-failed'
  /** We were stopped while the answer was under way. */
  | 'server-stopped'
  | 'cache-hit'

/** The facts of an exchange that the settlement table needs. */
export type SettlementFacts = {
  readonly kind: OutcomeKind
  /** Of the whole answer. */
  readonly reported: ReportedUsage | null
  /** The last report, of however much. */
  readonly heard: ReportedUsage | null
  /** The request reached an upstream that may have worked on it. */
  readonly requestSent: boolean
  readonly anythingDelivered: boolean
  readonly countedInput: number
  /** Output that was delivered, and its bucket. */
  readonly countedOutput: number
  readonly outputIs: Bucket
}

export type Settlement = {
  /** The row of the table that decided; shown in the log. */
  readonly row: SettlementRow
  /** `void`: nothing was used, the hold goes back. `free`: used, and not charged. */
  readonly action: 'charge' | 'free' | 'void'
  readonly usage: Usage
  readonly source: UsageSource
}

/**
 * The settlement table of docs/money.md, the only place that decides what is charged. Usage that is
 * not to be believed counts as missing, and the row says so.
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

/** The output must be counted: counting what was reported would be work for nothing. */
export const needsCount = ({
  kind,
  reported,
}: Pick<SettlementFacts, 'kind' | 'reported'>): boolean =>
  kind === 'failed-mid-stream' ||
  kind === 'quota-ran-out' ||
  (countedUnlessReported.has(kind) && !isBelieved(reported))

/** The input must be counted, where its estimate is not enough. */
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

/** A fault of ours gives no answer away, and makes nobody pay for one that is not there. */
function ours(facts: SettlementFacts, row: 'server-failed' | 'server-stopped'): Settlement {
  const { reported } = facts
  if (!facts.anythingDelivered) return { row, action: 'free', usage: noUsage, source: 'none' }
  if (isLow(reported)) return { row, action: 'charge', ...corrected(reported, facts) }
  return isBelieved(reported)
    ? { row, action: 'charge', usage: reported.usage, source: 'reported' }
    : { row, action: 'charge', ...broken(facts) }
}

/** Reported if it came, else counted: input once the request was sent, and what the socket took. */
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

/**
 * An answer without its own count: the output as it was delivered, counted; the input by its buckets where
 * its supplier had reported it by then, else counted too.
 */
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

/** A report of which one side is far below what there is: that side is counted. */
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

/** The input that a report names, by its buckets; null: it names none that can be believed. */
function inputIn(heard: ReportedUsage | null): Partial<Usage> | null {
  if (heard === null || heard.absurd || heard.low?.includes('input') === true) return null
  const named = inputBuckets.filter((bucket) => heard.usage[bucket] > 0)
  return named.length === 0
    ? null
    : Object.fromEntries(named.map((bucket) => [bucket, heard.usage[bucket]]))
}

/** Usage that decides a charge: it came, it can be true, and it is something. Else what was delivered is counted. */
export const isBelieved = (reported: ReportedUsage | null): reported is ReportedUsage =>
  reported !== null && !reported.absurd && reported.low === undefined && isSomething(reported)

/** A report that can be told as it came. */
export const isExact = (reported: ReportedUsage | null): boolean =>
  isBelieved(reported) && reported.doubts === undefined

type LowReport = ReportedUsage & { readonly low: readonly Side[] }

const isLow = (reported: ReportedUsage | null): reported is LowReport =>
  reported !== null && !reported.absurd && reported.low !== undefined && isSomething(reported)

const isSomething = ({ usage }: ReportedUsage): boolean =>
  Object.values(usage).some((tokens) => tokens > 0)
