import { authenticate } from '../../1-authenticate.ts'
import type { Exchange } from '../../exchange.ts'
import type { GatewayParts, Lookup, LookupMethod } from '../../gateway-parts.ts'
import { decoded } from '../../../lib/decoded.ts'
import type { AskedVideo } from './asked-video.ts'
import { createVideo, remixVideo } from './create-video.ts'
import { cancelVideo, deleteVideo, getVideo, listVideos } from './own-videos.ts'
import { sendContent } from './send-content.ts'

type Handler = (
  parts: GatewayParts,
  exchange: Exchange,
  asked: AskedVideo,
) => Promise<object | null>

/** OpenAI's video endpoints. Groups of the expressions are ids. */
const table: readonly (readonly [RegExp, Partial<Record<LookupMethod, Handler>>])[] = [
  [/^\/v1\/videos$/, { GET: listVideos, POST: createVideo }],
  [/^\/v1\/videos\/([^/]+)$/, { GET: getVideo, DELETE: deleteVideo }],
  [/^\/v1\/videos\/([^/]+)\/content$/, { GET: sendContent }],
  [/^\/v1\/videos\/([^/]+)\/cancel$/, { POST: cancelVideo }],
  [/^\/v1\/videos\/([^/]+)\/remix$/, { POST: remixVideo }],
]

export function videoLookupAt(pathname: string): Lookup | null {
  for (const [path, handlers] of table) {
    const [whole, id = ''] = path.exec(pathname) ?? []
    if (whole === undefined) continue
    return {
      answers: Object.fromEntries(
        Object.entries(handlers).map(([method, handler]) => [
          method,
          forCaller(handler, decoded(id)),
        ]),
      ),
    }
  }
  return null
}

/** Counts against the caller's request rate. */
const forCaller =
  (handler: Handler, id: string) =>
  async (parts: GatewayParts, exchange: Exchange): Promise<object | null> => {
    const caller = await authenticate(parts, exchange)
    try {
      return await handler(parts, exchange, { caller, id })
    } finally {
      caller.leave()
    }
  }
