import type { Language } from '@posthouse/contract/errors'
import type { Refusal } from '@posthouse/contract/refusal'
import type { ChannelRow } from '../../domain/channels/channel-rows.ts'
import { keepHidden, keepPassword } from '../../domain/channels/hidden-values.ts'
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

const hiddenAgain = (missing: readonly string[], language: Language): Refusal =>
  refusedFields(
    Object.fromEntries(missing.map((field) => [field, 'field.hidden' as const])),
    language,
  )
