import type { ServiceTrial, TestedService } from '@posthouse/contract/setting'
import type { SignInPort } from '../../domain/accounts/sign-in-port.ts'
import type { Settings } from '../../domain/settings/setting-table.ts'
import { cut } from '../../lib/cut.ts'
import { TransportError } from '../../upstream/transport/transport.ts'
import { askProvider, urlBelow, type ProviderParts, type ProviderRequest } from '../ask-provider.ts'

/*
 * Whether the stored settings of a service work, without anybody signing in: each is asked with a code that cannot be right,
 * and tells a wrong code from a wrong secret.
 */

type TrialAnswer = { readonly status: number; readonly json: Readonly<Record<string, unknown>> }
type ProviderClient = (request: Omit<ProviderRequest, 'privateAllowed'>) => Promise<TrialAnswer>
type Trial = (ask: ProviderClient, settings: Settings) => Promise<ServiceTrial>

const wrongCode = 'posthouse-test'
const form = { 'content-type': 'application/x-www-form-urlencoded' }
const json = { 'content-type': 'application/json; charset=utf-8' }

const trials: Readonly<Record<TestedService, Trial>> = {
  github: async (ask, settings) => {
    const answer = await ask({
      url: urlBelow(settings.GitHubAddress, '/login/oauth/access_token'),
      method: 'POST',
      headers: json,
      body: JSON.stringify({
        client_id: settings.GitHubClientId,
        client_secret: settings.GitHubClientSecret,
        code: wrongCode,
      }),
    })
    const error = textOf(answer.json['error'])
    const isWrong = error === 'incorrect_client_credentials' || answer.status === 404
    return trialVerdict(answer, error, { works: error === 'bad_verification_code', isWrong })
  },

  lark: async (ask, settings) => {
    const answer = await ask({
      url: urlBelow(settings.LarkAddress, '/open-apis/auth/v3/app_access_token/internal'),
      method: 'POST',
      headers: json,
      body: JSON.stringify({
        app_id: settings.LarkClientId,
        app_secret: settings.LarkClientSecret,
      }),
    })
    const { code } = answer.json
    const isWrong = typeof code === 'number' && code !== 0
    return trialVerdict(answer, textOf(answer.json['msg']), { works: code === 0, isWrong })
  },

  wechat: async (ask, settings) => {
    const url = urlBelow(settings.WeChatServerAddress, '/api/wechat/user')
    url.searchParams.set('code', wrongCode)
    const headers = { authorization: settings.WeChatServerToken }
    const answer = await ask({ url, method: 'GET', headers })
    const isWrong = answer.status === 401 || answer.status === 403
    const works = !isWrong && typeof answer.json['success'] === 'boolean'
    return trialVerdict(answer, textOf(answer.json['message']), { works, isWrong })
  },

  oidc: async (ask, settings) => {
    const found = await ask({
      url: urlBelow(settings.OIDCIssuer, '/.well-known/openid-configuration'),
      method: 'GET',
    })
    const endpoint = URL.parse(textOf(found.json['token_endpoint']))
    if (endpoint === null) return trialVerdict(found, '', { works: false, isWrong: false })
    const answer = await ask({
      url: endpoint,
      method: 'POST',
      headers: form,
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        code: wrongCode,
        redirect_uri: urlBelow(settings.ServerAddress || settings.OIDCIssuer, '/oauth/oidc').href,
        client_id: settings.OIDCClientId,
        client_secret: settings.OIDCClientSecret,
      }).toString(),
    })
    const error = textOf(answer.json['error'])
    const isWrong = error === 'invalid_client' || error === 'unauthorized_client'
    return trialVerdict(answer, error, { works: error === 'invalid_grant', isWrong })
  },

  turnstile: async (ask, settings) => {
    const answer = await ask({
      url: urlBelow(settings.TurnstileAddress, '/turnstile/v0/siteverify'),
      method: 'POST',
      headers: form,
      body: new URLSearchParams({
        secret: settings.TurnstileSecretKey,
        response: wrongCode,
      }).toString(),
    })
    const codes = answer.json['error-codes']
    const errors = Array.isArray(codes) ? codes.map(textOf) : []
    const isWrong = errors.some((error) => error.endsWith('-input-secret'))
    const works = !isWrong && errors.includes('invalid-input-response')
    return trialVerdict(answer, errors.join(', '), { works, isWrong })
  },

  telegram: async (ask, settings) => {
    const answer = await ask({
      url: urlBelow(settings.TelegramApiAddress, `/bot${settings.TelegramBotToken}/getMe`),
      method: 'GET',
    })
    const isWrong = answer.status === 401 || answer.status === 404
    return trialVerdict(answer, textOf(answer.json['description']), {
      works: answer.json['ok'] === true,
      isWrong,
    })
  },
}

/** Asks a service whether it takes the stored settings. */
export const tryService =
  (parts: ProviderParts): SignInPort['tryService'] =>
  async (service, settings) => {
    const ask: ProviderClient = async (request) => {
      const { status, bytes } = await askProvider(
        { ...request, privateAllowed: settings.PrivateBaseUrlsAllowed },
        parts,
      )
      return { status, json: objectIn(bytes) }
    }
    try {
      const { verdict, said } = await trials[service](ask, settings)
      return { verdict, said: withoutSecrets(said, settings) }
    } catch (error) {
      // An address that is none, or nobody there.
      if (!(error instanceof TransportError) && !(error instanceof TypeError)) throw error
      return { verdict: 'unreachable', said: '' }
    }
  }

const secretKeys = [
  'GitHubClientSecret',
  'LarkClientSecret',
  'WeChatServerToken',
  'OIDCClientSecret',
  'TurnstileSecretKey',
  'TelegramBotToken',
] as const

/** A service may repeat what it was sent. */
const withoutSecrets = (said: string, settings: Settings): string =>
  secretKeys.reduce(
    (text, key) => (settings[key] === '' ? text : text.replaceAll(settings[key], '***')),
    said,
  )

function trialVerdict(
  { status }: TrialAnswer,
  said: string,
  { works, isWrong }: { readonly works: boolean; readonly isWrong: boolean },
): ServiceTrial {
  if (works) return { verdict: 'works', said: '' }
  return { verdict: isWrong ? 'credentials' : 'unknown', said: cut(said, 200) || `HTTP ${status}` }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

function objectIn(bytes: Buffer): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(bytes.toString())
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}
