import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** `down`: closes the connection. `slow`: never answers. `page`: answers with a web page. `error`: status 500. */
export type GatewayMode = 'answers' | 'down' | 'slow' | 'page' | 'error'

export type GatewayServer = AsyncDisposable & {
  readonly address: string
  mode: GatewayMode
}

export type Asked = {
  readonly method: string
  readonly url: URL
  readonly headers: IncomingMessage['headers']
  readonly body: Buffer
}

export type Answer = {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
} & (
  | { readonly json: unknown }
  | { readonly text: string }
  | { readonly html: string }
  | { readonly goTo: string }
)

export type NoticeAnswer = { readonly status: number; readonly body: string }

export async function openGatewayServer(
  tell: (asked: Asked) => Answer | Promise<Answer>,
  modeNow?: () => GatewayMode,
): Promise<GatewayServer> {
  const server = createServer((request, response) => {
    void answer(request, response, { tell, mode: modeNow?.() ?? gateway.mode })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const gateway: GatewayServer = {
    address: `http://127.0.0.1:${port}`,
    mode: 'answers',
    [Symbol.asyncDispose]: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return gateway
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { tell, mode }: { tell: (asked: Asked) => Answer | Promise<Answer>; mode: GatewayMode },
): Promise<void> {
  const body = await buffer(request)
  if (mode === 'slow') return
  if (mode === 'down') return void request.socket.destroy()
  if (mode === 'error') return void response.writeHead(500).end('{}')
  if (mode === 'page') return send(response, { html: '<p>We will be back soon.</p>' })
  const url = new URL(request.url ?? '/', 'http://here.invalid')
  const { method = 'GET', headers } = request
  try {
    send(response, await tell({ method, url, headers, body }))
  } catch (error) {
    send(response, { status: 400, html: escaped(String(error)) })
  }
}

function send(response: ServerResponse, told: Answer): void {
  for (const [name, value] of Object.entries(told.headers ?? {})) response.setHeader(name, value)
  if ('goTo' in told) return void response.writeHead(303, { location: told.goTo }).end()
  const isPage = 'html' in told
  response
    .writeHead(told.status ?? 200, { 'content-type': isPage ? 'text/html' : 'application/json' })
    .end(
      isPage
        ? `<!doctype html><title>Gateway</title>${told.html}`
        : 'text' in told
          ? told.text
          : JSON.stringify(told.json),
    )
}

export const payPage = (action: string, subject: string, amount: string): Answer => ({
  html: `<h1>${escaped(subject)}</h1><p>${escaped(amount)}</p><form method="post" action="${escaped(action)}"><button>Pay</button></form>`,
})

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

/** Sends a callback as a gateway would, and returns the shop's answer. */
export async function deliver(url: string, init: RequestInit = {}): Promise<NoticeAnswer> {
  const response = await fetch(url, { redirect: 'manual', ...init })
  return { status: response.status, body: await response.text() }
}

export const formOf = (body: Buffer): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(body.toString()))
