import type { ChannelBulkChange } from '@posthouse/contract/channel-input'
import type { Language } from '@posthouse/contract/errors'
import { Refusal } from '@posthouse/contract/refusal'
import { isDeepStrictEqual } from 'node:util'
import type { ChannelChanges } from '../../domain/channels/channel-columns.ts'
import type { ChannelRow } from '../../domain/channels/channel-rows.ts'
import type { StoredChannel } from '../../domain/channels/channel-store.ts'
import {
  hidePassword,
  hideValues,
  keepHidden,
  keepPassword,
} from '../../domain/channels/hidden-values.ts'
import type { SignedCall } from '../call.ts'
import { requireSecretsAgain } from '../option/secrets-again.ts'
import { hasRecentPassword } from '../recent-password.ts'
import { refusedFields } from '../refused-fields.ts'

const texts = ['model_headers', 'custom_parameter', 'plugin'] as const

/** Asks for the secrets again when a change would send them to another address. For saving and for testing. */
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
  if (model_headers !== undefined && !hasSameHeaders(model_headers, row.model_headers)) {
    places.push('model_headers')
  }
  return places
}

/** `withKeptSecrets` refuses a placeholder that stands for nothing. */
function hasSameHeaders(given: string, stored: string): boolean {
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
  // Other headers for the same address reveal nothing new to it.
  if (!changed.some((place) => place !== 'model_headers')) return missing
  const hidden = texts.filter((field) => {
    const text = change[field] ?? hideValues(row[field], field)
    return keepHidden(text, '') === null
  })
  return [...missing, ...hidden]
}

/** How long a confirmed password replaces entering the secrets again. */
const recentMs = 5 * 60_000

/**
 * A proxy or a header decides where stored keys go. A bulk form cannot ask for the keys again, so it needs a recent
 * password. Every attempt is logged.
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

type Texts = Pick<ChannelRow, Field>
type Field = 'proxy' | 'model_headers' | 'custom_parameter' | 'plugin'

const noTexts: Texts = { proxy: '', model_headers: '', custom_parameter: '', plugin: '' }
const fields = ['proxy', 'model_headers', 'custom_parameter', 'plugin'] as const

/**
 * The form with its placeholders replaced by the stored secrets. Refuses a placeholder without a stored secret in the
 * same place.
 */
export function withKeptSecrets<Form extends Partial<Record<Field, string | undefined>>>(
  form: Form,
  stored: Texts | null,
  language: Language,
): Form {
  const whole = { ...form }
  const missing: string[] = []
  for (const field of fields) {
    const given = form[field]
    if (given === undefined) continue
    const keep = field === 'proxy' ? keepPassword : keepHidden
    const kept = keep(given, (stored ?? noTexts)[field])
    if (kept === null) missing.push(field)
    else whole[field] = kept as Form[typeof field]
  }
  if (missing.length > 0) throw refuseHidden(missing, language)
  return whole
}

const refuseHidden = (missing: readonly string[], language: Language): Refusal =>
  refusedFields(
    Object.fromEntries(missing.map((field) => [field, 'field.hidden' as const])),
    language,
  )
