import type { ChannelBulkChange } from '@posthouse/contract/channel-input'
import { Refusal } from '@posthouse/contract/refusal'
import type { SignedCall } from '../../call.ts'
import { hasRecentPassword } from '../../recent-password.ts'

/** How long a given password stands for the secrets of the channels. */
const recentMs = 5 * 60_000

/**
 * A proxy or a header decides where stored keys go. No form of many channels brings their keys again, so
 * the password is asked for. Each is logged, refused or not.
 */
export function requirePasswordForMove(change: ChannelBulkChange, call: SignedCall): void {
  const changed = (['proxy', 'model_headers'] as const).filter(
    (field) => change[field] !== undefined,
  )
  if (changed.length === 0) return
  const allowed = hasRecentPassword(call, recentMs)
  call.parts.log.warn(
    { request: call.requestId, user: String(call.caller.id), changed, allowed },
    'stored channels are sent another way',
  )
  if (!allowed) throw new Refusal('channel.secrets-again', {})
}
