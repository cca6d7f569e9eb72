import { noUsage, type Usage, type UsageSource } from '@posthouse/llm/usage'
import type { OutcomeKind, Reported } from './exchange.ts'

/** What the settlement table needs to know of an exchange. */
export type SettlementFacts = {
  readonly kind: OutcomeKind
  readonly reported: Reported | null
  /** The request reached an upstream that may have worked on it. */
  readonly requestSent: boolean
  readonly anythingDelivered: boolean
  readonly countedInput: number
  /** Output that was delivered. */
  readonly countedOutput: number
}

/** The row of the table that decided; shown in the log. */
type SettlementRow =
  | 'complete'
  | 'complete-counted'
  | 'complete-absurd'
  | 'complete-empty'
  | 'failed-before-content'
  | 'failed-mid-stream'
  | 'client-left'
  | 'quota-ran-out'
  | 'cache-hit'

export type Settlement = {
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
      return {
        row: facts.kind,
        action: 'charge',
        usage: counted(facts),
        source: 'counted',
      }
    case 'client-left':
      return clientLeft(facts)
  }
}

/** Whether the output must be counted: counting what was reported would be work for nothing. */
export const needsCount = ({
  kind,
  reported,
}: Pick<SettlementFacts, 'kind' | 'reported'>): boolean =>
  kind === 'failed-mid-stream' ||
  kind === 'quota-ran-out' ||
  ((kind === 'complete' || kind === 'client-left') && believed(reported) === null)

/** Usage that can be charged as it was reported; null: there is none. */
const believed = (reported: Reported | null): Usage | null =>
  isBelieved(reported) ? reported.usage : null

function complete(facts: SettlementFacts): Settlement {
  const { reported } = facts
  const usage = believed(reported)
  if (usage !== null) {
    return { row: 'complete', action: 'charge', usage, source: 'reported' }
  }
  if (!facts.anythingDelivered) {
    return { row: 'complete-empty', action: 'void', usage: noUsage, source: 'none' }
  }
  const row = reported?.absurd === true ? 'complete-absurd' : 'complete-counted'
  return { row, action: 'charge', usage: counted(facts), source: 'counted' }
}

/** Reported if it came, else counted: input once the request was sent, and what the socket took. */
function clientLeft(facts: SettlementFacts): Settlement {
  const { reported } = facts
  const usage = believed(reported)
  if (usage !== null) {
    return { row: 'client-left', action: 'charge', usage, source: 'reported' }
  }
  if (!facts.requestSent) {
    return { row: 'client-left', action: 'void', usage: noUsage, source: 'none' }
  }
  return { row: 'client-left', action: 'charge', usage: counted(facts), source: 'partial' }
}

const counted = (facts: SettlementFacts): Usage => ({
  ...noUsage,
  input: facts.countedInput,
  output: facts.countedOutput,
})

/** Usage that decides a charge: it came, it can be true, and it is something. Else what was delivered is counted. */
export const isBelieved = (reported: Reported | null): reported is Reported =>
  reported !== null &&
  !reported.absurd &&
  Object.values(reported.usage).some((tokens) => tokens > 0)
