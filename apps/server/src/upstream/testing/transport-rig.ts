import { createServer, type Server, type Socket } from 'node:net'
import {
  type BodySink,
  type Transport,
  TransportError,
  type TransportFault,
  type UpstreamReply,
  type UpstreamRequest,
} from '../transport/transport.ts'

/* Raw bytes on a real socket, for what every transport is asked. */

export type Script = (socket: Socket, request: string) => void

export type Served = { readonly url: URL; readonly closed: () => number; close(): void }

export async function serving(script: Script): Promise<Served> {
  let closed = 0
  const sockets = new Set<Socket>()
  const server: Server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => {
      closed += 1
      sockets.delete(socket)
    })
    let seen = ''
    socket.on('data', (chunk) => {
      seen += chunk.toString('latin1')
      const end = seen.indexOf('\r\n\r\n')
      if (end === -1) return
      const request = seen
      seen = ''
      script(socket, request)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    url: new URL(`http://127.0.0.1:${address.port}/v1/x`),
    closed: () => closed,
    close: () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

export const requestTo = (url: URL, more: Partial<UpstreamRequest> = {}): UpstreamRequest => ({
  url,
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: Buffer.from('{}'),
  proxy: '',
  privateAllowed: true,
  timeouts: { headersMs: 5_000, idleMs: 5_000 },
  ...more,
})

export type Collected = { readonly body: Buffer; readonly error: TransportError | null }

export const collect = ({ body }: UpstreamReply): Promise<Collected> =>
  new Promise((resolve) => {
    const chunks: Buffer[] = []
    const sink: BodySink = {
      data: (chunk) => void chunks.push(chunk),
      end: () => resolve({ body: Buffer.concat(chunks), error: null }),
      fail: (error) => resolve({ body: Buffer.concat(chunks), error }),
    }
    body.read(sink)
  })

/** Sends pieces one after the other, each in its own write. */
export const inPieces =
  (bytes: string, size: number): Script =>
  (socket) => {
    let at = 0
    const next = (): void => {
      if (at >= bytes.length || socket.destroyed) return
      socket.write(Buffer.from(bytes.slice(at, at + size), 'latin1'))
      at += size
      setImmediate(next)
    }
    next()
  }

export const ok = 'HTTP/1.1 200 OK\r\n'
export const text = 'hello, world'

export async function faultOf(
  transport: Transport,
  request: UpstreamRequest,
): Promise<TransportFault | null> {
  try {
    const { error } = await collect(await transport.open(request).reply)
    return error?.fault ?? null
  } catch (error) {
    if (error instanceof TransportError) return error.fault
    throw error
  }
}

export type Cases = (title: string, run: (transport: Transport) => Promise<void>) => void
