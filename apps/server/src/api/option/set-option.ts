import type { Language } from '@posthouse/contract/errors'
import { phrase } from '@posthouse/contract/phrases'
import { Refusal } from '@posthouse/contract/refusal'
import {
  isSettingKey,
  problemWith,
  type SettingFault,
  specOf,
} from '../../domain/settings/settings.ts'
import type { Handler } from '../call.ts'

export const setOption: Handler<'setOption'> = async ({ body }, { parts, language }) => {
  const { key, value } = body
  if (!isSettingKey(key)) throw new Refusal('option.unknown', { key })
  const fault = problemWith(specOf(key), value)
  if (fault !== null) throw invalid(key, fault, language)
  // What a unit is worth is part of every transfer that was ever made.
  if (key === 'QuotaPerUnit' && !(await parts.ledger.reader.isEmpty())) {
    throw new Refusal('option.locked', { key })
  }
  await parts.snapshot.change((transaction) =>
    parts.options.set(transaction, key, value, parts.clock.now()),
  )
  return null
}

/** The place within a value is said in front of the reason: a form may show the line alone. */
function invalid(key: string, { path, reason }: SettingFault, language: Language): Refusal {
  const place = path.replace(/^value\.?/, '')
  const told = place === '' ? reason : phrase('{field}: {reason}', { field: place, reason })
  return new Refusal(
    'option.invalid',
    { key, reason: told },
    { fields: { [path]: reason[language] } },
  )
}
