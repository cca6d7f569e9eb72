import { createServer, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http'
import { duplexPair, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Incoming } from '../../http/incoming.ts'
import { requestId } from '../../lib/ids.ts'

/** A call of a model API that the server makes for somebody who is signed in. */
type InnerCall = {
  readonly path: string
  /** With the cookie of whoever is signed in. */
  readonly headers: IncomingHttpHeaders
  readonly body: Readable
}

export type InnerAnswer = {
  readonly requestId: string
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: IncomingMessage
}

/** Who the call is for, as the listener saw them. */
export type Outer = Pick<Incoming, 'request' | 'address' | 'secure' | 'hosts'>

export type InnerDoor = (outer: Outer, call: InnerCall) => Promise<InnerAnswer>

type Handle = (incoming: Incoming) => Promise<void>

/**
 * A way into the gateway that no socket leads to: both ends are streams of this process. The call is authenticated,
 * limited, charged and logged as any other, and goes on when the browser leaves. Rejects when the answer breaks off
 * before its head.
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
    // A refusal may come before all is sent: what counts is the answer.
    pipeline(body, call).catch(() => undefined)
    return promise
  }
