import { authenticate } from '../1-authenticate.ts'
import type { Exchange } from '../exchange.ts'
import type { GatewayParts, Lookup, LookupMethod } from '../gateway-parts.ts'
import { decoded } from '../../lib/decoded.ts'
import * as conversation from './answer-conversation.ts'
import * as items from './answer-conversation-items.ts'
import * as response from './answer-response.ts'
import type { StoredItemRequest } from './stored-item-request.ts'

type Handler = (
  parts: GatewayParts,
  exchange: Exchange,
  asked: StoredItemRequest,
) => Promise<object | null>

/** Calls about stored responses and conversations. Groups of the expressions are ids. */
const table: readonly (readonly [RegExp, Partial<Record<LookupMethod, Handler>>])[] = [
  [
    /^(?:\/v1)?\/responses\/(?!compact$)([^/]+)$/,
    { GET: response.getResponse, DELETE: response.deleteResponse },
  ],
  [/^(?:\/v1)?\/responses\/([^/]+)\/cancel$/, { POST: response.cancelResponse }],
  [/^(?:\/v1)?\/responses\/([^/]+)\/input_items$/, { GET: response.listInputItems }],
  [/^(?:\/v1)?\/conversations$/, { POST: conversation.createConversation }],
  [
    /^(?:\/v1)?\/conversations\/([^/]+)$/,
    {
      GET: conversation.getConversation,
      POST: conversation.updateConversation,
      DELETE: conversation.deleteConversation,
    },
  ],
  [/^(?:\/v1)?\/conversations\/([^/]+)\/items$/, { GET: items.listItems, POST: items.createItems }],
  [
    /^(?:\/v1)?\/conversations\/([^/]+)\/items\/([^/]+)$/,
    { GET: items.getItem, DELETE: items.deleteItem },
  ],
]

export function keptLookupAt(pathname: string): Lookup | null {
  for (const [path, handlers] of table) {
    const [whole, id = '', item = ''] = path.exec(pathname) ?? []
    if (whole === undefined) continue
    const ids = { id: decoded(id), item: decoded(item) }
    return {
      answers: Object.fromEntries(
        Object.entries(handlers).map(([method, handler]) => [method, forCaller(handler, ids)]),
      ),
    }
  }
  return null
}

/** Counts against the caller's request rate, because these calls read the database. */
const forCaller =
  (handler: Handler, ids: Omit<StoredItemRequest, 'caller'>) =>
  async (parts: GatewayParts, exchange: Exchange): Promise<object | null> => {
    const caller = await authenticate(parts, exchange)
    try {
      return await handler(parts, exchange, { caller, ...ids })
    } finally {
      caller.leave()
    }
  }
