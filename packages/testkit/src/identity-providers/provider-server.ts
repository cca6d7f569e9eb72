import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** `page`: answers with a web page. `error`: status 500. `odd`: JSON of an unexpected shape. */
type ProviderMode = 'answers' | 'page' | 'error' | 'odd'

export type ProviderServer = AsyncDisposable & { readonly address: string; mode: ProviderMode }

export type Asked = {
  readonly url: URL
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly body: Readonly<Record<string, unknown>>
}

/** JSON for the server, or a page for the browser. */
export type Told = { readonly json: unknown } | { readonly html: string }

/** A local substitute for a sign-in service. */
export async function openProvider(tell: (asked: Asked) => Told): Promise<ProviderServer> {
  const server = createServer((request, response) => {
    void answer(request, response, tell, provider.mode)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const provider: ProviderServer = {
    address: `http://127.0.0.1:${port}`,
    mode: 'answers',
    [Symbol.asyncDispose]: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return provider
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  tell: (asked: Asked) => Told,
  mode: ProviderMode,
): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://here.invalid')
  const sent = await text(request)
  if (mode === 'error') return void response.writeHead(500).end('{}')
  if (mode === 'page') return void page(response, '<p>We will be back soon.</p>')
  if (mode === 'odd') return void json(response, { unexpected: true })
  const body = sent === '' ? {} : (JSON.parse(sent) as Asked['body'])
  const told = tell({ url, path: url.pathname, headers: request.headers, body })
  if ('html' in told) page(response, told.html)
  else json(response, told.json)
}

const page = (response: ServerResponse, html: string) =>
  response
    .setHeader('content-type', 'text/html')
    .end(`<!doctype html><title>Provider</title>${html}`)

const json = (response: ServerResponse, body: unknown) =>
  response.setHeader('content-type', 'application/json').end(JSON.stringify(body))

/** A consent page that returns to the site with a code. */
export function consent(back: string, query: Readonly<Record<string, string>>): Told {
  const address = `${back}?${new URLSearchParams(query).toString()}`
  return { html: `<a href="${address.replaceAll('&', '&amp;')}">Authorize</a>` }
}

/** Codes and tokens for stored values. A code is used once, a token any number of times. */
export function secretsOf<Thing>(prefix: string) {
  const known = new Map<string, Thing>()
  let count = 0
  return {
    give(thing: Thing): string {
      count += 1
      const secret = `${prefix}-${count}`
      known.set(secret, thing)
      return secret
    },
    read: (secret: string): Thing | undefined => known.get(secret),
    /** Undefined when the secret is unknown or was used. */
    take(secret: string): Thing | undefined {
      const thing = known.get(secret)
      known.delete(secret)
      return thing
    },
  }
}
