import { fieldMessages } from '@posthouse/contract/field-messages'
import { Refusal } from '@posthouse/contract/refusal'
import type { SignedCall } from '../call.ts'
import { hasRecentPassword } from '../recent-password.ts'

/** How long a confirmed password replaces entering the secrets again. */
const recentMs = 5 * 60_000

type Move = {
  readonly code: 'channel.secrets-again' | 'secret.again' | 'secret.enter'
  /** Logged: what would be sent, and where. */
  readonly moved: Readonly<Record<string, unknown>>
  /** Fields of the stored secrets that were not given again. */
  readonly missing: readonly string[]
}

/**
 * For a change that would send stored secrets to another address. Needs the secrets again or a recent password, so
 * that a stolen session or access token cannot send them to a thief. Every attempt is logged.
 */
export function requireSecretsAgain({ code, moved, missing }: Move, call: SignedCall): void {
  const mayConfirm = code !== 'secret.enter' && hasRecentPassword(call, recentMs)
  const allowed = missing.length === 0 || mayConfirm
  call.parts.log.warn(
    { request: call.requestId, user: String(call.caller.id), ...moved, allowed },
    'stored secrets are sent another way',
  )
  if (allowed) return
  const text = fieldMessages['field.hidden'][call.language]
  throw new Refusal(code, {}, { fields: Object.fromEntries(missing.map((name) => [name, text])) })
}
