import {
  type DialectName,
  dialectNames,
  keepingDialect,
  type SpokenDialect,
  usualDialect,
} from '@posthouse/llm/canonical/dialect'
import type { OperationName } from '@posthouse/llm/operations/operation'
import { counting } from '@posthouse/llm/suppliers/counting'
import { operations, speaks } from '@posthouse/llm/operations'
import type { Channel } from './channel.ts'
import { supplierBehind } from './channel-supplier.ts'

/** What decides in which dialects a channel is asked. */
export type DialectChannel = Pick<Channel, 'plugin' | 'type' | 'baseUrl' | 'hasResponses'>

/**
 * The dialects that a channel speaks, the preferred first: its supplier's, unless its plugin names them
 * (`{"dialects": ["anthropic-messages"]}`), for a server of the operator's own that speaks others. A plugin can name
 * those of clients alone.
 */
export function dialectsOf(channel: DialectChannel): readonly [SpokenDialect, ...SpokenDialect[]] {
  const { plugin } = channel
  const named = Array.isArray(plugin['dialects']) ? plugin['dialects'] : []
  const [first, ...others] = dialectNames.filter((name) => named.includes(name))
  return first === undefined ? supplierBehind(channel).speaks : [first, ...others]
}

/** True where its supplier keeps responses itself, which then are there and nowhere else. */
export const keepsResponses = (channel: DialectChannel): boolean =>
  supplierBehind(channel).kept !== null && dialectsOf(channel).includes(keepingDialect)

/** The operation that a channel is asked for when a client wants one; null: it cannot serve it. */
export function servesAs(channel: DialectChannel, operation: OperationName): OperationName | null {
  const { operations: offered } = supplierBehind(channel)
  const { standIn, ofKeepers } = operations[operation]
  const isOffered = ofKeepers ? keepsResponses(channel) : offered.includes(operation)
  if (isOffered && (standIn === null || hasWords(channel, operation))) return operation
  return standIn !== null && offered.includes(standIn) ? standIn : null
}

const hasWords = (channel: DialectChannel, operation: OperationName): boolean =>
  dialectsOf(channel).some((dialect) => speaks(dialect, operation))

/** The way to ask a channel: for what, and in which of its dialects. */
export type DialectRoute = { readonly operation: OperationName; readonly dialect: SpokenDialect }

/** A client's way to ask us. */
export type ClientRoute = { readonly operation: OperationName; readonly dialect: DialectName }

/** The dialects in which a channel is asked for an operation of one of its models. */
function dialectsFor(
  channel: DialectChannel,
  asked: { readonly operation: OperationName; readonly model: string },
): readonly SpokenDialect[] {
  const spoken = dialectsOf(channel)
  const { speaks: own, speaksFor } = supplierBehind(channel)
  return speaksFor === undefined || spoken !== own ? spoken : speaksFor(asked)
}

/** The dialects in which it counts the tokens of a prompt to a model. */
export const countingDialects = (
  channel: DialectChannel,
  model: string,
): readonly SpokenDialect[] => dialectsFor(channel, { operation: counting, model })

/** The client's dialect where the channel speaks it, else its first: a request is translated only where it must be. */
export function routeTo(
  { channel, forwarded: model }: { readonly channel: Channel; readonly forwarded: string },
  asked: ClientRoute,
): DialectRoute {
  const operation = servesAs(channel, asked.operation) ?? asked.operation
  const spoken = dialectsFor(channel, { operation, model }).filter((dialect) =>
    speaks(dialect, operation),
  )
  const { dialect } = asked
  const other = spoken[0] ?? usualDialect
  return { operation, dialect: spoken.includes(dialect) ? dialect : other }
}

/** True where a request goes to such a channel as it came. */
export const isSameRoute = (way: DialectRoute, asked: ClientRoute): way is ClientRoute =>
  way.operation === asked.operation && way.dialect === asked.dialect
