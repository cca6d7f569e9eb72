import { Refusal } from '@posthouse/contract/refusal'
import type { ErrorCode } from '@posthouse/contract/errors'
import type { OperationName } from '@posthouse/llm/operations/operation'
import type { Caller, Exchange } from '../exchange.ts'
import type { GatewayParts } from '../gateway-parts.ts'
import { candidatesFor } from './make-task.ts'

type NameLookup = { readonly caller: Caller; readonly operation: OperationName }

const unserved: ReadonlySet<ErrorCode> = new Set(['model.unknown', 'model.unpriced', 'route.none'])

/** The first name that is served and priced, else the last one, which is then refused. */
export function servedName(
  parts: GatewayParts,
  exchange: Exchange,
  names: readonly string[],
  { caller, operation }: NameLookup,
): string {
  const last = names.at(-1) ?? ''
  for (const model of names) {
    if (model === last) return last
    try {
      candidatesFor(parts, exchange, { caller, operation, model, parent: null })
      return model
    } catch (error) {
      if (!(error instanceof Refusal) || !unserved.has(error.code)) throw error
    }
  }
  return last
}
