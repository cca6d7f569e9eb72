import { Refusal } from '@posthouse/contract/refusal'
import type { OidcErrand, ProvenAccount } from '../../../domain/accounts/sign-in-port.ts'
import type { Call, Handler } from '../../call.ts'
import { guessCode } from '../security/guess-code.ts'
import { type Errand, startErrand, takeErrand } from './errand.ts'
import { bindAccount, finish } from './finish.ts'
import { requireRecent } from '../require-recent.ts'
import { requireOn } from './ways.ts'
import { signInWith } from './sign-in-with.ts'

export const startOauth: Handler<'startOauth'> = async (_input, call) => {
  const { GitHubOAuthEnabled, LarkAuthEnabled } = call.parts.snapshot.get().settings
  if (!GitHubOAuthEnabled && !LarkAuthEnabled) requireOn('github', call)
  return startErrand('oauth', {}, call)
}

export const startOidc: Handler<'startOidc'> = async (_input, call) => {
  requireOn('oidc', call)
  const { settings } = call.parts.snapshot.get()
  const own = settings.ServerAddress === '' ? call.origin : settings.ServerAddress
  const redirect = `${own.replace(/\/+$/, '')}/oauth/oidc`
  const { errand, addressFor } = await call.parts.signIns.beginOidc(redirect, settings)
  return addressFor(await startErrand('oidc', errand, call))
}

export const oauthGitHub: Handler<'oauthGitHub'> = async ({ query }, call) => {
  requireOn('github', call)
  const errand = await takeErrand('oauth', query.state, call)
  const { signIns, snapshot } = call.parts
  const proven = await signIns.github(query.code, snapshot.get().settings)
  return finish({ provider: 'github', proven, errand, aff: query.aff }, call)
}

export const oauthLark: Handler<'oauthLark'> = async ({ query }, call) => {
  requireOn('lark', call)
  const errand = await takeErrand('oauth', query.state, call)
  const { signIns, snapshot } = call.parts
  const proven = await signIns.lark(query.code, snapshot.get().settings)
  return finish({ provider: 'lark', proven, errand, aff: query.aff }, call)
}

export const oauthOidc: Handler<'oauthOidc'> = async ({ query }, call) => {
  requireOn('oidc', call)
  const errand = await takeErrand('oidc', query.state, call)
  const { signIns, snapshot } = call.parts
  const { code, state, iss: issuer } = query
  const proven = await signIns.finishOidc(
    { ...oidcOf(errand), code, state, issuer },
    snapshot.get().settings,
  )
  return finish({ provider: 'oidc', proven, errand, aff: query.aff }, call)
}

const oidcOf = ({ more }: Errand): OidcErrand => more as OidcErrand

/** The code is the proof: somebody else's would have to be guessed within its three minutes. */
export const oauthWeChat: Handler<'oauthWeChat'> = async ({ query }, call) => {
  requireOn('wechat', call)
  const proven = await wechatAccount(query.code, call)
  return signInWith({ provider: 'wechat', proven, aff: query.aff }, call)
}

export const bindWeChat: Handler<'bindWeChat'> = async ({ query }, call) => {
  requireOn('wechat', call)
  await requireRecent(call.session, call)
  await bindAccount('wechat', await wechatAccount(query.code, call), call.caller, call)
  return null
}

async function wechatAccount(code: string, call: Call): Promise<ProvenAccount> {
  const { signIns, snapshot } = call.parts
  const look = () => signIns.wechat(code, snapshot.get().settings)
  const proven = await guessCode('wechat', call, look)
  if (proven === null) throw new Refusal('oauth.code-invalid', {}, { field: 'code' })
  return proven
}
