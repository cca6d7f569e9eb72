import { isDeepStrictEqual } from 'node:util'
import { fieldMessages } from '@posthouse/contract/field-messages'
import { Refusal } from '@posthouse/contract/refusal'
import type { ChannelChanges } from '../../domain/channels/channel-columns.ts'
import type { StoredChannel } from '../../domain/channels/channel-store.ts'
import {
  hidePassword,
  hideValues,
  keepHidden,
  keepPassword,
} from '../../domain/channels/hidden-values.ts'
import type { SignedCall } from '../call.ts'
import { hasRecentPassword } from '../recent-password.ts'

/** How long a given password stands for the secrets that a form does not bring. */
const recentMs = 5 * 60_000

const texts = ['model_headers', 'custom_parameter', 'plugin'] as const

/**
 * Where a channel's secrets would go that its stored ones do not go now. Whoever sends them there gives them
 * again, or the password: a session that somebody else got hold of could have them told to an address of
 * their own. Saving and testing alike; each is logged, refused or not.
 */
export function requireSecretsForMove(
  change: ChannelChanges,
  stored: StoredChannel,
  call: SignedCall,
): void {
  const changed = changedPlaces(change, stored)
  if (changed.length === 0) return
  const missing = missingSecrets(change, stored, changed)
  const allowed = missing.length === 0 || hasRecentPassword(call, recentMs)
  call.parts.log.warn(
    {
      request: call.requestId,
      user: String(call.caller.id),
      channel: String(stored.row.id),
      changed,
      address: change.base_url ?? stored.row.base_url,
      proxy: hidePassword(change.proxy ?? stored.row.proxy),
      allowed,
    },
    'a stored channel is sent another way',
  )
  if (allowed) return
  const text = fieldMessages['field.hidden'][call.language]
  throw new Refusal(
    'channel.secrets-again',
    {},
    { fields: Object.fromEntries(missing.map((field) => [field, text])) },
  )
}

type Place = 'base_url' | 'proxy' | 'model_headers'

function changedPlaces(change: ChannelChanges, { row }: StoredChannel): Place[] {
  const { base_url = row.base_url, proxy, model_headers } = change
  const places: Place[] = []
  if (base_url !== row.base_url) places.push('base_url')
  if (proxy !== undefined && keepPassword(proxy, row.proxy) !== row.proxy) places.push('proxy')
  if (model_headers !== undefined && !sameHeaders(model_headers, row.model_headers)) {
    places.push('model_headers')
  }
  return places
}

/** A stand-in with nothing behind it is refused elsewhere, by the field. */
function sameHeaders(given: string, stored: string): boolean {
  const whole = keepHidden(given, stored)
  return whole !== null && isDeepStrictEqual(objectOf(whole), objectOf(stored))
}

const objectOf = (text: string): unknown => (text.trim() === '' ? {} : JSON.parse(text))

function missingSecrets(
  change: ChannelChanges,
  { row, keys }: StoredChannel,
  changed: readonly Place[],
): string[] {
  const typed = change.key !== undefined && change.key.trim() !== ''
  const missing: string[] = keys.length > 0 && !typed ? ['key'] : []
  // Another header for the same address tells it no more than it knows.
  if (!changed.some((place) => place !== 'model_headers')) return missing
  const hidden = texts.filter((field) => {
    const text = change[field] ?? hideValues(row[field], field)
    return keepHidden(text, '') === null
  })
  return [...missing, ...hidden]
}
