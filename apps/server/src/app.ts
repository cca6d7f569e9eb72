import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { LRUCache } from 'lru-cache'
import type { ApiEnv } from './api/api-env.ts'
import type { Gateway } from './gateway/gateway.ts'
import type { AddressRange } from './config/config.ts'
import type { Hooks } from './hooks/create-hooks.ts'
import type { Incoming } from './http/incoming.ts'
import { clientAddress, isTrusted } from './http/client-address.ts'
import { endUnread } from './http/end-unread.ts'
import type { ProxyWatch } from './http/proxy-watch.ts'
import type { Clock } from './lib/clock.ts'
import { requestId } from './lib/ids.ts'
import type { Settings } from './domain/settings/setting-table.ts'

/** Anything with Hono's `fetch`. */
type Site = { fetch(request: Request, bindings: object): Response | Promise<Response> }

export type AppParts = {
  readonly gateway: Gateway
  readonly api: {
    fetch(request: Request, bindings: ApiEnv['Bindings']): Response | Promise<Response>
  }
  readonly hooks: Hooks
  readonly site: Site
  readonly trustedProxies: readonly AddressRange[]
  readonly proxies: ProxyWatch
  readonly clock: Clock
  readonly settings: () => Pick<Settings, 'HstsIncludeSubDomains'>
  readonly readiness: () => Promise<Readiness>
}

/** Whether this node can serve, and in what state. */
export type Readiness = { readonly ready: boolean; readonly words: string }

/** Time to receive the head of a request; bodies have their own limits where they are read. */
const headersTimeoutMs = 30_000
/** Longer than that of the usual proxies, so that they close idle connections first. */
const keepAliveTimeoutMs = 75_000

/** Half a year, for this host alone unless the operator says more. */
const hstsSeconds = 15_552_000

/** The one listener: model APIs, then notices of machines, then the console's calls, then the console itself. */
export function createApp(parts: AppParts): Server {
  const server = createServer(
    { headersTimeout: headersTimeoutMs, keepAliveTimeout: keepAliveTimeoutMs, requestTimeout: 0 },
    (request, response) => serve(request, response, parts),
  )
  return server
}

function serve(request: IncomingMessage, response: ServerResponse, parts: AppParts): void {
  const incoming = incomingFrom(request, response, parts)
  response.setHeader('x-request-id', incoming.id)
  if (incoming.secure) {
    const everywhere = parts.settings().HstsIncludeSubDomains ? '; includeSubDomains' : ''
    response.setHeader('strict-transport-security', `max-age=${hstsSeconds}${everywhere}`)
  }
  response.once('finish', () => endUnread(request))
  const path = incoming.url.pathname
  if (parts.gateway.handles(path)) {
    void parts.gateway.handle(incoming)
    return
  }
  if (parts.hooks.handles(path)) {
    void parts.hooks.handle(incoming)
    return
  }
  if (path === '/healthz') return say(response, 200, 'ok')
  if (path === '/readyz') return void answerReadiness(response, parts)
  const site = path === '/api' || path.startsWith('/api/') ? apiSite(parts, incoming) : parts.site
  void listenerFor(site)(request, response)
}

const listenerFor = (site: Site) =>
  getRequestListener((request, bindings) => site.fetch(request, bindings))

/** Adds what the console's calls need to know of the connection. */
const apiSite = (parts: AppParts, incoming: Incoming): Site => ({
  fetch: (request, bindings) =>
    parts.api.fetch(request, {
      ...(bindings as ApiEnv['Bindings']),
      exchange: incoming,
    }),
})

function incomingFrom(
  request: IncomingMessage,
  response: ServerResponse,
  parts: AppParts,
): Incoming {
  const peer = clientAddress(request.socket.remoteAddress, undefined, [])
  const forwarded = request.headers['x-forwarded-for']
  const proxied = isTrusted(peer, parts.trustedProxies)
  if (!proxied) parts.proxies.look(peer, request.headers)
  return {
    request,
    response,
    id: requestId(parts.clock.now()),
    address: clientAddress(
      peer,
      Array.isArray(forwarded) ? forwarded.join(',') : forwarded,
      parts.trustedProxies,
    ),
    secure: isSecure(request, proxied),
    hosts: hostsOf(request, proxied),
    url: urlFrom(request.url ?? '/'),
    receivedAt: parts.clock.now(),
  }
}

/** The same few paths come again and again. */
const knownUrls = new LRUCache<string, URL>({ max: 256 })
const knownCharactersMax = 256

function urlFrom(target: string): URL {
  const known = knownUrls.get(target)
  if (known !== undefined) return known
  const made = parsed(target)
  // What follows a question mark may be a key, and so may the path of a hook: neither is kept.
  const isKept = !target.includes('?') && !target.startsWith('/api/')
  if (target.length <= knownCharactersMax && isKept) knownUrls.set(target, made)
  return made
}

/** The path alone decides where a request goes: the Host header has no part in it. */
function parsed(target: string): URL {
  const path = target.startsWith('/') ? target.replace(/^\/+/, '/') : '/'
  return URL.canParse(path, 'http://localhost')
    ? new URL(path, 'http://localhost')
    : new URL('http://localhost/')
}

/** `proxied`: a trusted proxy spoke to us, so that its word on the client's connection counts. */
function isSecure({ socket, headers }: IncomingMessage, proxied: boolean): boolean {
  if ('encrypted' in socket && socket.encrypted === true) return true
  return proxied && headers['x-forwarded-proto'] === 'https'
}

function hostsOf({ headers }: IncomingMessage, proxied: boolean): string[] {
  const forwarded = proxied ? [headers['x-forwarded-host'] ?? []].flat().join(',') : ''
  return [...forwarded.split(','), headers.host ?? ''].map((host) => host.trim()).filter(Boolean)
}

async function answerReadiness(response: ServerResponse, parts: AppParts): Promise<void> {
  const { ready, words } = await parts.readiness()
  say(response, ready ? 200 : 503, words)
}

function say(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, {
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'no-store',
  })
  response.end(`${text}\n`)
}
