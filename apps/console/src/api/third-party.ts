import { CallError } from '@posthouse/contract/client'
import { oauthCalls } from '@posthouse/contract/calls/oauth'
import { sessionCalls } from '@posthouse/contract/calls/session'
import { readOfTab, storageKeys, writeOfTab } from '../lib/storage.ts'
import { useSession } from '../stores/session.ts'
import { useSite } from '../stores/site.ts'
import { call } from './client.ts'
import { begin } from './session.ts'

/** Providers that a browser is sent to, and that send it back. */
export type RedirectingProvider = 'github' | 'lark' | 'oidc'

/**
 * Sends the browser to a provider, or a new window. Signed out it signs in; signed in it binds, and may be refused with
 * `auth.recent-sign-in`.
 */
export async function startSignIn(
  provider: RedirectingProvider,
  { newWindow = false }: { readonly newWindow?: boolean } = {},
): Promise<void> {
  // Opened while the click still allows it; the address comes later.
  const opened = newWindow ? globalThis.open('', '_blank') : null
  try {
    const address = await asVisitor(() => addresses[provider]())
    if (opened === null) location.assign(address)
    else opened.location.href = address
  } catch (error) {
    opened?.close()
    throw error
  }
}

/** A session that this page does not know of would make a sign-in a binding: it ends first. */
async function asVisitor<Found>(ask: () => Promise<Found>): Promise<Found> {
  if (useSession.getState().user === null) await call(sessionCalls.logout, {})
  return ask()
}

const addresses: Readonly<Record<RedirectingProvider, () => Promise<string>>> = {
  github: async () => {
    const { github_address: address, github_client_id: id } = useSite.getState().info
    const query = { client_id: id, state: await newState(), scope: 'user:email' }
    return below(address, '/login/oauth/authorize', query)
  },
  lark: async () => {
    const { lark_address: address, lark_client_id: id } = useSite.getState().info
    const back = `${location.origin}/oauth/lark`
    const query = { redirect_uri: back, app_id: id, state: await newState() }
    return below(address, '/open-apis/authen/v1/index', query)
  },
  oidc: () => call(oauthCalls.startOidc, {}),
}

const newState = (): Promise<string> => call(oauthCalls.startOauth, {})

const below = (address: string, path: string, query: Readonly<Record<string, string>>): string =>
  `${address.replace(/\/+$/, '')}${path}?${new URLSearchParams(query)}`

const finishing = {
  github: oauthCalls.oauthGitHub,
  lark: oauthCalls.oauthLark,
  oidc: oauthCalls.oauthOidc,
} as const

/** Completes a sign-in with the provider's code. `bound`: the account was connected to the signed-in user. */
export async function finishSignIn(
  provider: RedirectingProvider,
  given: { readonly code: string; readonly state: string; readonly iss: string },
): Promise<'bound' | 'signed-in'> {
  let message = ''
  const onMessage = (told: string): void => {
    message = told
  }
  const query = { ...given, aff: invitation() }
  const user = await call(finishing[provider], { query }, { onMessage })
  if (message === 'bind') return 'bound'
  signedIn(user)
  return 'signed-in'
}

export async function signInWithWeChat(code: string): Promise<void> {
  signedIn(await call(oauthCalls.oauthWeChat, { query: { code, aff: invitation() } }))
}

function signedIn(user: Parameters<typeof begin>[0]): void {
  writeOfTab(storageKeys.invitation, null)
  begin(user)
}

const invitation = (): string => readOfTab(storageKeys.invitation) ?? ''

/** No answer came, so the same question may yet get one. */
export const isUnanswered = (error: unknown): boolean =>
  error instanceof CallError && error.status === 0
