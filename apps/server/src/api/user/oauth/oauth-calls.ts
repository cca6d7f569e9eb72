import { Refusal } from '@posthouse/contract/refusal'
import type { OidcErrand, ProvenAccount } from '../../../domain/accounts/sign-in-port.ts'
import type { Call, Handler, Handlers } from '../../call.ts'
import { guessCode, requireRecent } from '../require-proof.ts'
import { type Errand, startErrand, takeErrand } from './errand.ts'
import { bindAccount, finishSignIn, requireOn, signInWith } from './sign-in-with.ts'

const startOauth: Handler<'startOauth'> = async (_input, call) => {
  const { GitHubOAuthEnabled, LarkAuthEnabled } = call.parts.snapshot.get().settings
  if (!GitHubOAuthEnabled && !LarkAuthEnabled) requireOn('github', call)
  return startErrand('oauth', {}, call)
}

const startOidc: Handler<'startOidc'> = async (_input, call) => {
  requireOn('oidc', call)
  const { settings } = call.parts.snapshot.get()
  const own = settings.ServerAddress === '' ? call.origin : settings.ServerAddress
  const redirect = `${own.replace(/\/+$/, '')}/oauth/oidc`
  const { errand, addressFor } = await call.parts.signIns.beginOidc(redirect, settings)
  return addressFor(await startErrand('oidc', errand, call))
}

const oauthGitHub: Handler<'oauthGitHub'> = async ({ query }, call) => {
  requireOn('github', call)
  const errand = await takeErrand('oauth', query.state, call)
  const { signIns, snapshot } = call.parts
  const proven = await signIns.github(query.code, snapshot.get().settings)
  return finishSignIn({ provider: 'github', proven, errand, aff: query.aff }, call)
}

const oauthLark: Handler<'oauthLark'> = async ({ query }, call) => {
  requireOn('lark', call)
  const errand = await takeErrand('oauth', query.state, call)
  const { signIns, snapshot } = call.parts
  const proven = await signIns.lark(query.code, snapshot.get().settings)
  return finishSignIn({ provider: 'lark', proven, errand, aff: query.aff }, call)
}

const oauthOidc: Handler<'oauthOidc'> = async ({ query }, call) => {
  requireOn('oidc', call)
  const errand = await takeErrand('oidc', query.state, call)
  const { signIns, snapshot } = call.parts
  const { code, state, iss: issuer } = query
  const proven = await signIns.finishOidc(
    { ...oidcOf(errand), code, state, issuer },
    snapshot.get().settings,
  )
  return finishSignIn({ provider: 'oidc', proven, errand, aff: query.aff }, call)
}

const oidcOf = ({ more }: Errand): OidcErrand => more as OidcErrand

/** The code alone is the proof. It is valid for three minutes. */
const oauthWeChat: Handler<'oauthWeChat'> = async ({ query }, call) => {
  requireOn('wechat', call)
  const proven = await findWeChatAccount(query.code, call)
  return signInWith({ provider: 'wechat', proven, aff: query.aff }, call)
}

const bindWeChat: Handler<'bindWeChat'> = async ({ query }, call) => {
  requireOn('wechat', call)
  await requireRecent(call.session, call)
  await bindAccount('wechat', await findWeChatAccount(query.code, call), call.caller, call)
  return null
}

async function findWeChatAccount(code: string, call: Call): Promise<ProvenAccount> {
  const { signIns, snapshot } = call.parts
  const look = () => signIns.wechat(code, snapshot.get().settings)
  const proven = await guessCode('wechat', call, look)
  if (proven === null) throw new Refusal('oauth.code-invalid', {}, { field: 'code' })
  return proven
}

export const oauthHandlers = {
  startOauth,
  startOidc,
  oauthGitHub,
  oauthLark,
  oauthOidc,
  oauthWeChat,
  bindWeChat,
} satisfies Partial<Handlers>
