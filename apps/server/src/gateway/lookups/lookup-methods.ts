import type { Exchange } from '../exchange.ts'
import type { GatewayParts } from '../gateway-parts.ts'

export type LookupMethod = 'GET' | 'POST' | 'DELETE'

/** A small object, or JSON; null: it has answered by itself. */
export type Answer = (parts: GatewayParts, exchange: Exchange) => Promise<object | null>

/** Lookups beside the seven steps, by the method by which they are asked. */
export type Lookup = { readonly answers: Readonly<Partial<Record<LookupMethod, Answer>>> }
