import { createServer, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http'
import { duplexPair, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Incoming } from '../../http/incoming.ts'
import { requestId } from '../../lib/ids.ts'

/** A model API call that the server makes for a signed-in user. */
type InnerCall = {
  readonly path: string
  /** Includes the user's session cookie. */
  readonly headers: IncomingHttpHeaders
  readonly body: Readable
}

export type InnerAnswer = {
  readonly requestId: string
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: IncomingMessage
}

/** The user's own request. */
export type Outer = Pick<Incoming, 'request' | 'address' | 'secure' | 'hosts'>

export type InnerDoor = (outer: Outer, call: InnerCall) => Promise<InnerAnswer>

type Handle = (incoming: Incoming) => Promise<void>

/**
 * Calls the gateway in-process, without a socket. The call is authenticated, limited, charged and logged like any other, and continues
 * when the browser leaves. Rejects if the answer ends before its head.
 */
export const createInnerDoor =
  (handle: Handle, now: () => number): InnerDoor =>
  (outer, { path, headers, body }) => {
    const id = requestId(now())
    const [near, far] = duplexPair()
    const server = createServer((inner, response) => {
      const { address, secure, hosts } = outer
      response.setHeader('x-request-id', id)
      void handle({
        request: inner,
        response,
        id,
        address,
        secure,
        hosts,
        url: new URL(path, 'http://localhost'),
        receivedAt: now(),
      })
    })
    server.requestTimeout = 0
    server.emit('connection', far)
    const { promise, resolve, reject } = Promise.withResolvers<InnerAnswer>()
    const call = request({
      path,
      method: 'POST',
      headers: headers as Readonly<Record<string, string>>,
      createConnection: () => near,
    })
    call.on('error', reject)
    call.on('response', (answer) => {
      resolve({
        requestId: id,
        status: answer.statusCode ?? 0,
        headers: answer.headers,
        body: answer,
      })
    })
    // The call may be refused before all is sent; only the answer counts.
    pipeline(body, call).catch(() => undefined)
    return promise
  }
