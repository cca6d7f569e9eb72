// oxlint-disable-next-line typescript/triple-slash-reference -- the package has no types, and programs that take this file in have to find ours
/// <reference path="./oidc-provider.d.ts" />
import { generateKeyPairSync } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'

export type OidcUser = {
  readonly sub: string
  readonly preferred_username?: string
  readonly email?: string
  readonly email_verified?: boolean
}

export type OidcStandIn = AsyncDisposable & {
  readonly address: string
  readonly clientId: string
  readonly clientSecret: string
  /** The user who is signed in there and consents. */
  user: OidcUser
  /** Follows an authorization address like a browser, and returns the query of the redirect back. */
  agree(address: string): Promise<{ code: string; state: string; iss: string }>
}

const app = { clientId: 'oidc-client', clientSecret: 'oidc-secret-canary' }

/** A real OIDC provider with one client, which redirects to `back`. */
export async function openOidc(back: string): Promise<OidcStandIn> {
  const users = new Map<string, OidcUser>()
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider = new Provider(address, configurationOf(back, users))
  const others = provider.callback()
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const path = request.url ?? ''
    if (!path.startsWith('/interaction/')) {
      others(request, response)
    } else if (path.endsWith('/agree')) {
      const { user } = standIn
      users.set(user.sub, user)
      void provider.interactionFinished(request, response, { login: { accountId: user.sub } })
    } else {
      const html = `<!doctype html><title>Provider</title><a href="${path}/agree">Authorize</a>`
      response.setHeader('content-type', 'text/html').end(html)
    }
  })
  const standIn: OidcStandIn = {
    address,
    ...app,
    user: { sub: 'oidc-1', preferred_username: 'courier' },
    agree: (begun) => agreeAs(begun, back),
    [Symbol.asyncDispose]: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return standIn
}

type Context = {
  readonly oidc: {
    readonly provider: Provider
    readonly client: { readonly clientId: string }
    readonly session: { readonly accountId: string }
  }
}

const configurationOf = (back: string, users: ReadonlyMap<string, OidcUser>) => ({
  clients: [
    {
      client_id: app.clientId,
      client_secret: app.clientSecret,
      redirect_uris: [back],
      grant_types: ['authorization_code'],
      response_types: ['code'],
    },
  ],
  claims: {
    openid: ['sub'],
    email: ['email', 'email_verified'],
    profile: ['preferred_username'],
  },
  cookies: { keys: ['a key of the stand-in'] },
  jwks: { keys: [signingKey()] },
  ttl: { AccessToken: 600, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
  features: { devInteractions: { enabled: false } },
  pkce: { required: () => true },
  interactions: { url: (_: Context, { uid }: { uid: string }) => `/interaction/${uid}` },
  findAccount: (_: Context, sub: string) => ({ accountId: sub, claims: () => users.get(sub) }),
  /** Consent to every scope counts as given. */
  loadExistingGrant: async ({ oidc: { provider, client, session } }: Context) => {
    const { clientId } = client
    const grant = new provider.Grant({ clientId, accountId: session.accountId })
    grant.addOIDCScope('openid email profile')
    await grant.save()
    return grant
  },
})

const signingKey = () => ({
  ...generateKeyPairSync('rsa', { modulusLength: 2_048 }).privateKey.export({ format: 'jwk' }),
  kid: 'stand-in',
  use: 'sig',
  alg: 'RS256',
})

async function agreeAs(begun: string, back: string) {
  const jar = new Map<string, string>()
  let address = begun
  for (let step = 0; step < 10; step += 1) {
    if (address.startsWith(back)) {
      const { searchParams } = new URL(address)
      const of = (name: string) => searchParams.get(name) ?? ''
      return { code: of('code'), state: of('state'), iss: of('iss') }
    }
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(address, { headers: { cookie }, redirect: 'manual' })
    for (const set of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
      jar.set(name, value)
    }
    const location = response.headers.get('location')
    address = location === null ? `${address}/agree` : new URL(location, address).href
  }
  throw new Error(`the provider does not come back from ${begun}`)
}
