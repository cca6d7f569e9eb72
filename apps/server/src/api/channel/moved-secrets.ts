import { isDeepStrictEqual } from 'node:util'
import type { ChannelChanges } from '../../domain/channels/channel-columns.ts'
import type { StoredChannel } from '../../domain/channels/channel-store.ts'
import {
  hidePassword,
  hideValues,
  keepHidden,
  keepPassword,
} from '../../domain/channels/hidden-values.ts'
import type { SignedCall } from '../call.ts'
import { requireSecretsAgain } from '../option/secrets-again.ts'

const texts = ['model_headers', 'custom_parameter', 'plugin'] as const

/**
 * Where a channel's secrets would go that its stored ones do not go now. Saving and testing alike.
 */
export function requireSecretsForMove(
  change: ChannelChanges,
  stored: StoredChannel,
  call: SignedCall,
): void {
  const changed = changedPlaces(change, stored)
  if (changed.length === 0) return
  const moved = {
    channel: String(stored.row.id),
    changed,
    address: change.base_url ?? stored.row.base_url,
    proxy: hidePassword(change.proxy ?? stored.row.proxy),
  }
  const missing = missingSecrets(change, stored, changed)
  requireSecretsAgain({ code: 'channel.secrets-again', moved, missing }, call)
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
