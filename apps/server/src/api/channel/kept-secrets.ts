import type { Language } from '@posthouse/contract/errors'
import type { Refusal } from '@posthouse/contract/refusal'
import type { ChannelChanges } from '../../channels/channel-columns.ts'
import type { ChannelRow, StoredChannel } from '../../channels/channel-store.ts'
import { hideValues, keepHidden, keepPassword } from '../../channels/hidden-values.ts'
import { refusedFields } from '../refused-fields.ts'

type Texts = Pick<ChannelRow, Field>
type Field = 'proxy' | 'model_headers' | 'custom_parameter' | 'plugin'

const nothing: Texts = { proxy: '', model_headers: '', custom_parameter: '', plugin: '' }
const fields = ['proxy', 'model_headers', 'custom_parameter', 'plugin'] as const

/**
 * What a form gives, with what is stored where the stand-in for a secret came back. Throws for a
 * stand-in with nothing behind it: a secret is kept for the place that it was stored for.
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
    const kept = keep(given, (stored ?? nothing)[field])
    if (kept === null) missing.push(field)
    else whole[field] = kept as Form[typeof field]
  }
  if (missing.length > 0) throw hiddenAgain(missing, language)
  return whole
}

/**
 * A channel that moves to another address takes no secret along unseen: whoever gives the new address
 * gives its keys and hidden values too. Otherwise an address of one's own would be told all of them.
 */
export function requireSecretsForMove(
  change: ChannelChanges,
  { row, keys }: StoredChannel,
  language: Language,
): void {
  if (change.base_url === undefined || change.base_url === row.base_url) return
  const typed = change.key !== undefined && change.key.trim() !== ''
  const missing: string[] = keys.length > 0 && !typed ? ['key'] : []
  for (const field of ['model_headers', 'custom_parameter', 'plugin'] as const) {
    const text = change[field] ?? hideValues(row[field], field)
    if (keepHidden(text, '') === null) missing.push(field)
  }
  if (missing.length > 0) throw hiddenAgain(missing, language)
}

const hiddenAgain = (missing: readonly string[], language: Language): Refusal =>
  refusedFields(
    Object.fromEntries(missing.map((field) => [field, 'field.hidden' as const])),
    language,
  )
