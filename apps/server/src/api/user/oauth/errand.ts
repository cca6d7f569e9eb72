import { Refusal } from '@posthouse/contract/refusal'
import { errandMinutes } from '../../../http/errand-cookie.ts'
import { randomText, sha256 } from '../../../lib/ids.ts'
import type { Call } from '../../call.ts'
import { requireRecent } from '../require-proof.ts'

/** OIDC has a purpose of its own, because its states carry more. */
type Purpose = 'oauth' | 'oidc'

/** An OAuth flow that this browser started. */
export type Errand = {
  /** The session whose account is to be connected; empty for a sign-in. */
  readonly session: string
  readonly more: unknown
}

type Content = Errand & { readonly browser: string }

/**
 * Returns the state that the provider hands back. With a session the flow connects an account. That adds a sign-in
 * method, so it needs a recent sign-in.
 */
export async function startErrand(purpose: Purpose, more: object, call: Call): Promise<string> {
  const { parts } = call
  const session = await parts.sessions.find(call.cookie)
  if (session !== null) await requireRecent(session, call)
  const browser = call.errand === '' ? randomText(24) : call.errand
  call.startErrand(browser)
  const content: Content = { browser: sha256(browser), session: session?.id ?? '', more }
  return parts.challenges.start(purpose, {
    userId: session?.account.id ?? null,
    content: JSON.stringify(content),
    minutes: errandMinutes,
  })
}

/** Spends a state. It must come from the same browser, and from the same session when it connects an account. */
export async function takeErrand(purpose: Purpose, state: string, call: Call): Promise<Errand> {
  const found = await call.parts.challenges.take(purpose, state)
  const content = found === null ? null : (JSON.parse(found.content) as Content)
  const isBrowsers = call.errand !== '' && content?.browser === sha256(call.errand)
  if (content === null || !isBrowsers) throw invalid()
  if (content.session !== '') {
    const session = await call.parts.sessions.find(call.cookie)
    if (session?.id !== content.session) throw invalid()
  }
  return content
}

const invalid = (): Refusal => new Refusal('oauth.state-invalid', {})
