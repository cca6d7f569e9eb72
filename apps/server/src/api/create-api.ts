import { api, type CallName } from '@posthouse/contract/api'
import { type Endpoint, roleFor } from '@posthouse/contract/endpoint'
import { Refusal } from '@posthouse/contract/refusal'
import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { compress } from 'hono/compress'
import { secureHeaders } from 'hono/secure-headers'
import { errandCookieOf, setErrandCookie } from '../http/errand-cookie.ts'
import { isForeign } from '../http/cross-origin.ts'
import {
  clearCookie,
  secondStepCookieOf,
  sessionCookieOf,
  setCookie,
  setSecondStepCookie,
} from './session-cookie.ts'
import type { ApiEnv } from './api-env.ts'
import type { ApiParts } from './api-parts.ts'
import type { Call, SignedCall } from './call.ts'
import { checkInput } from './check-input.ts'
import type { CsvFile } from './csv/csv-file.ts'
import { type FileAnswer, sendCsv, sendEvents, sendFile } from './send.ts'
import { addDocs } from './docs.ts'
import { languageOf } from '../http/language.ts'
import { envelopeFor, refusalFor } from './envelope.ts'
import { handlers } from './handlers.ts'
import { requireVisitor } from './user/security/require-visitor.ts'
import { roleName } from './site/role-name.ts'

/** Routes for the console's calls, made from the contract's table. Anything else answers 404 or 405. */
export function createApi(parts: ApiParts): Hono<ApiEnv> {
  const app = new Hono<ApiEnv>({ strict: false })
  app.use(secureHeaders({ strictTransportSecurity: false }), compress(), keepNowhere)
  addDocs(app, (context) =>
    allow(context, { changes: false, access: 'admin' }, parts).then(() => undefined),
  )
  for (const name of Object.keys(api) as CallName[]) {
    const endpoint: Endpoint = api[name]
    app.on(endpoint.method, pathFor(endpoint.path), (context) => answer(context, name, parts))
  }
  app.notFound((context) => refuse(context, missing(context), parts))
  app.onError((error, context) => refuse(context, error, parts))
  return app
}

/** Replies are personal, so caches must not keep them, except for files that say otherwise. */
const keepNowhere: MiddlewareHandler = async (context, next) => {
  await next()
  if (!context.res.headers.has('cache-control')) context.header('cache-control', 'no-store')
}

/** Hono's form of a path: `*name` takes the rest, slashes included. */
const pathFor = (path: string): string =>
  path.replace(/\*(\w+)$/, ':$1{.+}').replace(/(?!^)\/$/, '')

async function answer(
  context: Context<ApiEnv>,
  name: CallName,
  parts: ApiParts,
): Promise<Response> {
  const endpoint: Endpoint = api[name]
  const call = await allow(context, endpoint, parts)
  const input = await checkInput(context, endpoint, call)
  await checkVisitor(context, endpoint, call)
  // Types check the handlers against the contract, but here the name is known only at run time.
  const handle = handlers[name] as (input: unknown, call: Call) => Promise<unknown>
  const result = await handle(input, call)
  if (endpoint.format === 'csv') return sendCsv(context, result as CsvFile, parts)
  if (endpoint.format === 'file') return sendFile(context, result as FileAnswer)
  if (endpoint.format === 'events') {
    return sendEvents(context, result as AsyncIterable<unknown>, (event) =>
      endpoint.reply.parse(event),
    )
  }
  return context.json({
    success: true,
    message: context.get('message') ?? '',
    data: endpoint.reply.parse(result),
  })
}

/** Runs after the input check: a Turnstile token is good for one use, and a typing error should not cost it. */
async function checkVisitor(
  context: Context<ApiEnv>,
  { turnstile }: Pick<Endpoint, 'turnstile'>,
  call: Call,
): Promise<void> {
  if (turnstile === undefined) return
  if (turnstile === 'signed-out' && (await call.parts.sessions.find(call.cookie)) !== null) return
  await requireVisitor(
    context.req.header('turnstile') ?? context.req.query('turnstile') ?? '',
    call,
  )
}

/** The caller of this request. Refuses when the caller lacks the access. Role and status come from the database, never from the cookie. */
async function allow(
  context: Context<ApiEnv>,
  endpoint: Pick<Endpoint, 'changes' | 'access' | 'sessionOnly'>,
  parts: ApiParts,
): Promise<Call | SignedCall> {
  const call = callFrom(context, parts)
  await parts.calls.count(call.address)
  if (endpoint.changes && isElsewhere(context, parts)) {
    throw new Refusal('auth.same-origin', {})
  }
  if (endpoint.access === 'public') return call
  const signed = await identify(call)
  if (signed.caller.role < roleFor[endpoint.access]) {
    throw new Refusal('auth.role-too-low', { role: roleName(endpoint.access, call.language) })
  }
  if (endpoint.sessionOnly === true && signed.session === null) {
    throw new Refusal('auth.session-only', {})
  }
  return signed
}

/** The cookie wins over an access token, because a proxy may add an `Authorization` header to a browser's requests. */
async function identify(call: Call): Promise<SignedCall> {
  const session = await call.parts.sessions.find(call.cookie)
  if (session !== null) return { ...call, session, caller: session.account, accessTokenId: null }
  const owner = await call.parts.accessTokens.findOwner(call.accessToken)
  if (owner === null) throw new Refusal('auth.signed-out', {})
  return { ...call, session: null, caller: owner.account, accessTokenId: owner.tokenId }
}

/** Browsers send the cookie on their own, so this applies to every call that changes something. */
function isElsewhere({ env }: Context<ApiEnv>, { snapshot }: ApiParts): boolean {
  const { request, hosts } = env.exchange
  return isForeign({ headers: request.headers, hosts }, snapshot.get().settings.ServerAddress)
}

function callFrom(context: Context<ApiEnv>, parts: ApiParts): Call {
  const { exchange: incoming } = context.env
  return {
    parts,
    requestId: incoming.id,
    incoming,
    address: incoming.address,
    origin: `${incoming.secure ? 'https' : 'http'}://${incoming.hosts[0] ?? 'localhost'}`,
    userAgent: context.req.header('user-agent') ?? '',
    language: languageOf(context.req.header('accept-language')),
    accessToken: (context.req.header('authorization') ?? '').replace(/^Bearer\s+/i, '').trim(),
    cookie: sessionCookieOf(context.req.header('cookie'), incoming.secure),
    startSession: (cookie) => context.header('set-cookie', setCookie(cookie, incoming.secure)),
    range: context.req.header('range') ?? '',
    secondStep: secondStepCookieOf(context.req.header('cookie'), incoming.secure),
    startSecondStep: (secret) =>
      context.header('set-cookie', setSecondStepCookie(secret, incoming.secure)),
    errand: errandCookieOf(context.req.header('cookie'), incoming.secure),
    startErrand: (secret) => context.header('set-cookie', setErrandCookie(secret, incoming.secure)),
    setMessage: (message) => context.set('message', message),
    endSession: () => context.header('set-cookie', clearCookie(incoming.secure)),
  }
}

/** An unknown address, or a known one with another method. */
function missing(context: Context<ApiEnv>): Refusal {
  const { method, path } = context.req
  const known = Object.values(api).some((endpoint) => pattern(endpoint.path).test(path))
  return known
    ? new Refusal('request.method', { method })
    : new Refusal('request.not-found', { path })
}

const pattern = (path: string): RegExp =>
  new RegExp(`^${path.replace(/\/$/, '').replace(/:\w+/g, '[^/]+').replace(/\*\w+/, '.+')}/?$`)

/** Faults on our side that the caller's message does not explain. */
const loggedWhole = new Set(['server.error', 'server.unreadable-secret'])

function refuse(context: Context<ApiEnv>, error: unknown, parts: ApiParts): Response {
  const { exchange: incoming } = context.env
  const { id: request } = incoming
  const path = incoming.url.pathname
  const refusal = refusalFor(error, request)
  if (refusal === null) {
    parts.log.debug({ request, path }, 'the client left')
    return context.body(null, 400)
  }
  if (loggedWhole.has(refusal.code)) {
    parts.log.error({ request, path, err: error }, 'a call failed')
  } else {
    parts.log.debug({ request, code: refusal.code, ...refusal.extras.inside }, 'refused')
  }
  const { retryAfterSeconds } = refusal.extras
  if (retryAfterSeconds !== undefined) context.header('retry-after', String(retryAfterSeconds))
  const language = languageOf(context.req.header('accept-language'))
  return context.json(envelopeFor(refusal, language), { status: refusal.status as 200 })
}
