import { Refusal } from '@posthouse/contract/refusal'
import { errandMinutes } from '../../../http/errand-cookie.ts'
import { randomText, sha256 } from '../../../lib/ids.ts'
import type { Call } from '../../call.ts'
import { requireRecent } from '../require-recent.ts'

/** OIDC states carry what only its flow has, so one of the others is none of its. */
type Purpose = 'oauth' | 'oidc'

/** A sign-in elsewhere that this browser began. */
export type Errand = {
  /** Empty: it signs in. Else the session whose account is to be bound. */
  readonly session: string
  readonly more: unknown
}

type Content = Errand & { readonly browser: string }

/**
 * Returns the state that the provider hands back. With a session it binds: that adds a way in for good, so it asks for
 * a recent sign-in like all that does.
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

/** Uses a state up, in the browser that began it and, where it binds, in the same session. */
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
