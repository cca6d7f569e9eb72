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

/** The fields that decide the dialects of a channel. */
export type DialectChannel = Pick<Channel, 'plugin' | 'type' | 'baseUrl' | 'hasResponses'>

/**
 * Dialects of a channel, preferred first: its supplier's, unless its plugin names others (`{"dialects": ["anthropic-messages"]}`) for
 * the operator's own server. A plugin can only name client dialects.
 */
export function dialectsOf(channel: DialectChannel): readonly [SpokenDialect, ...SpokenDialect[]] {
  const { plugin } = channel
  const named = Array.isArray(plugin['dialects']) ? plugin['dialects'] : []
  const [first, ...others] = dialectNames.filter((name) => named.includes(name))
  return first === undefined ? supplierBehind(channel).speaks : [first, ...others]
}

/** Whether its supplier stores responses, which are then stored nowhere else. */
export const keepsResponses = (channel: DialectChannel): boolean =>
  supplierBehind(channel).kept !== null && dialectsOf(channel).includes(keepingDialect)

/** The operation to call a channel with, or null if it cannot serve the requested one. */
export function servesAs(channel: DialectChannel, operation: OperationName): OperationName | null {
  const { operations: offered } = supplierBehind(channel)
  const { standIn, ofKeepers } = operations[operation]
  const isOffered = ofKeepers ? keepsResponses(channel) : offered.includes(operation)
  if (isOffered && (standIn === null || hasWords(channel, operation))) return operation
  return standIn !== null && offered.includes(standIn) ? standIn : null
}

const hasWords = (channel: DialectChannel, operation: OperationName): boolean =>
  dialectsOf(channel).some((dialect) => speaks(dialect, operation))

/** Operation and dialect of a call to a channel. */
export type DialectRoute = { readonly operation: OperationName; readonly dialect: SpokenDialect }

/** Operation and dialect of a client's call. */
export type ClientRoute = { readonly operation: OperationName; readonly dialect: DialectName }

/** Dialects in which a channel offers an operation for a model. */
function dialectsFor(
  channel: DialectChannel,
  asked: { readonly operation: OperationName; readonly model: string },
): readonly SpokenDialect[] {
  const spoken = dialectsOf(channel)
  const { speaks: own, speaksFor } = supplierBehind(channel)
  return speaksFor === undefined || spoken !== own ? spoken : speaksFor(asked)
}

/** Dialects in which it counts the tokens of a prompt. */
export const countingDialects = (
  channel: DialectChannel,
  model: string,
): readonly SpokenDialect[] => dialectsFor(channel, { operation: counting, model })

/** Prefers the client's dialect, so that requests are translated only if necessary. */
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

/** Whether the request can be forwarded untranslated. */
export const isSameRoute = (way: DialectRoute, asked: ClientRoute): way is ClientRoute =>
  way.operation === asked.operation && way.dialect === asked.dialect
