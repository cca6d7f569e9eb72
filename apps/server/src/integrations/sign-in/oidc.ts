import { Refusal } from '@posthouse/contract/refusal'
import * as oidc from 'openid-client'
import type { OidcErrand, SignInPort } from '../../domain/accounts/sign-in-port.ts'
import type { Settings } from '../../domain/settings/setting-table.ts'
import { askProvider, type ProviderParts } from '../ask-provider.ts'

const provider = 'OIDC'

export const beginOidc =
  (parts: ProviderParts): SignInPort['beginOidc'] =>
  async (redirect, settings) => {
    const config = await discover(settings, parts)
    const errand: OidcErrand = {
      redirect,
      nonce: oidc.randomNonce(),
      verifier: oidc.randomPKCECodeVerifier(),
    }
    const challenge = await oidc.calculatePKCECodeChallenge(errand.verifier)
    const addressFor = (state: string): string =>
      oidc.buildAuthorizationUrl(config, {
        redirect_uri: redirect,
        scope: scopesOf(settings),
        state,
        nonce: errand.nonce,
        code_challenge: challenge,
        code_challenge_method: 'S256',
      }).href
    return { errand, addressFor }
  }

export const finishOidc =
  (parts: ProviderParts): SignInPort['finishOidc'] =>
  async (back, settings) => {
    const config = await discover(settings, parts)
    const { issuer } = config.serverMetadata()
    const url = new URL(back.redirect)
    url.searchParams.set('code', back.code)
    url.searchParams.set('state', back.state)
    // Clients that do not pass the issuer on are safe: a state of this flow is of this one issuer.
    url.searchParams.set('iss', back.issuer === '' ? issuer : back.issuer)
    const checks = {
      pkceCodeVerifier: back.verifier,
      expectedState: back.state,
      expectedNonce: back.nonce,
      idTokenExpected: true,
    }
    const tokens = await oidc
      .authorizationCodeGrant(config, url, checks)
      .catch((error: unknown) => refuse(error, parts))
    const proved = tokens.claims()
    if (proved === undefined || proved.sub === '') throw noIdentity()
    const told = await moreOf(config, tokens.access_token, proved.sub, parts)
    const claims: Readonly<Record<string, unknown>> = { ...proved, ...told }
    return {
      // With its issuer: another one may give the same `sub` to somebody else.
      subject: `${issuer}|${proved.sub}`,
      name: nameIn(claims, settings),
      email: claims['email_verified'] === true ? textOf(claims['email']) || null : null,
    }
  }

/** What the provider tells of a user beyond the signed token. */
const moreOf = async (
  config: oidc.Configuration,
  accessToken: string,
  subject: string,
  parts: ProviderParts,
): Promise<oidc.UserInfoResponse | object> =>
  config.serverMetadata().userinfo_endpoint === undefined
    ? {}
    : oidc
        .fetchUserInfo(config, accessToken, subject)
        .catch((error: unknown) => refuse(error, parts))

const noIdentity = (): Refusal => new Refusal('oauth.no-identity', { provider })

const listOf = (text: string): string[] => text.split(/[\s,]+/).filter((word) => word !== '')

const scopesOf = ({ OIDCScopes }: Settings): string =>
  [...new Set(['openid', ...listOf(OIDCScopes)])].join(' ')

const textOf = (claim: unknown): string => (typeof claim === 'string' ? claim.trim() : '')

const nameIn = (claims: Readonly<Record<string, unknown>>, settings: Settings): string =>
  [...listOf(settings.OIDCUsernameClaims), 'preferred_username', 'name']
    .map((claim) => textOf(claims[claim]))
    .find((name) => name !== '') ?? ''

/** Asked every time: keys change, and the setting does too. */
async function discover(settings: Settings, parts: ProviderParts): Promise<oidc.Configuration> {
  const issuer = new URL(settings.OIDCIssuer)
  const { OIDCClientId: id, OIDCClientSecret: secret } = settings
  return oidc
    .discovery(issuer, id, secret, authentication(secret), {
      [oidc.customFetch]: fetchOver(settings, parts),
      // The operator chose the address. A stand-in, or a provider behind the same wall, may have no TLS.
      execute: issuer.protocol === 'http:' ? [oidc.allowInsecureRequests] : [],
    })
    .catch((error: unknown) => {
      parts.log.warn({ provider, reason: codeOf(error) }, 'a sign-in provider failed')
      throw new Refusal('oauth.unreachable', { provider })
    })
}

/** In the header, as the standard has it without a word of the provider, unless it takes only the body. */
function authentication(secret: string): oidc.ClientAuth {
  const post = oidc.ClientSecretPost(secret)
  const basic = oidc.ClientSecretBasic(secret)
  return (server, client, body, headers) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    const way = methods.includes('client_secret_basic') ? basic : post
    return way(server, client, body, headers)
  }
}

const fetchOver =
  (settings: Settings, parts: ProviderParts): oidc.CustomFetch =>
  async (address, { method, headers, body }) => {
    const answer = await askProvider(
      {
        url: new URL(address),
        method: method === 'POST' ? 'POST' : 'GET',
        headers,
        body: body === null || body === undefined ? null : await new Response(body).text(),
        privateAllowed: settings.PrivateBaseUrlsAllowed,
      },
      parts,
    )
    return new Response(new Uint8Array(answer.bytes), {
      status: answer.status,
      headers: answer.headers,
    })
  }

function codeOf(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === 'string' ? code : 'unknown'
}

/** Its own words for an error, or an answer that proves nothing: the sign-in is not confirmed. */
function refuse(error: unknown, { log }: ProviderParts): never {
  log.warn({ provider, reason: codeOf(error) }, 'a sign-in was not confirmed')
  const isProviders =
    error instanceof oidc.ResponseBodyError || error instanceof oidc.AuthorizationResponseError
  const isProof = codeOf(error).startsWith('OAUTH_') && !isBroken(codeOf(error))
  throw new Refusal(isProviders || isProof ? 'oauth.refused' : 'oauth.unreachable', { provider })
}

const isBroken = (code: string): boolean =>
  [
    'OAUTH_TIMEOUT',
    'OAUTH_PARSE_ERROR',
    'OAUTH_RESPONSE_IS_NOT_JSON',
    'OAUTH_RESPONSE_IS_NOT_CONFORM',
  ].includes(code)
