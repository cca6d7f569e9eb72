import { Refusal } from '@posthouse/contract/refusal'
import { isSettingKey, problemWith, specOf } from '../../settings/settings.ts'
import type { Handler } from '../call.ts'

export const setOption: Handler<'setOption'> = async ({ body }, { parts }) => {
  const { key, value } = body
  if (!isSettingKey(key)) throw new Refusal('option.unknown', { key })
  const reason = problemWith(specOf(key), value)
  if (reason !== null) throw new Refusal('option.invalid', { key, reason })
  // What a unit is worth is part of every transfer that was ever made.
  if (key === 'QuotaPerUnit' && !(await parts.ledger.reader.isEmpty())) {
    throw new Refusal('option.locked', { key })
  }
  await parts.snapshot.change((transaction) =>
    parts.options.set(transaction, key, value, parts.clock.now()),
  )
  return null
}
