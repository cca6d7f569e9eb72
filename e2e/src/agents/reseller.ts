import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A reseller that has chat completions alone. Other paths are 404. */
export type Reseller = AsyncDisposable & {
  readonly url: string
  /** Paths that it was asked for and does not have. */
  readonly refused: ReadonlySet<string>
}

const chat = '/v1/chat/completions'

/** Passes chat completions on to `site`. */
export async function openReseller(site: string): Promise<Reseller> {
  const refused = new Set<string>()
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    if (path !== chat) {
      refused.add(path)
      response.writeHead(404, { 'content-type': 'application/json' })
      response.end(
        JSON.stringify({ error: { message: `Invalid URL (${request.method} ${path})` } }),
      )
      return
    }
    const left = new AbortController()
    response.on('close', () => left.abort())
    const passOn = async (): Promise<void> => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk as Buffer)
      const { authorization = '' } = request.headers
      const answer = await fetch(`${site}${chat}`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body: Buffer.concat(chunks),
        signal: left.signal,
      })
      const type = answer.headers.get('content-type') ?? 'application/json'
      response.writeHead(answer.status, { 'content-type': type })
      for await (const chunk of answer.body ?? []) response.write(chunk)
      response.end()
    }
    passOn().catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    refused,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
