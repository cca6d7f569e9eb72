import type { Language } from '@posthouse/contract/errors'
import { faultsLine, faultTexts, type FieldFaults } from '@posthouse/contract/field-messages'
import { Refusal } from '@posthouse/contract/refusal'
import type { Call } from './call.ts'

/** A refusal of an input, with a text for each field and one line for all. */
export const refusedFields = (faults: FieldFaults, language: Language): Refusal =>
  new Refusal(
    'request.invalid',
    { field: faultsLine(faults, language) },
    { fields: faultTexts(faults, language) },
  )

/** Refuses an expiry in the past. -1 means never. */
export function requireFuture(expiry: number, { language, parts }: Call): void {
  if (expiry === -1 || expiry * 1_000 > parts.clock.now()) return
  throw refusedFields({ expired_time: 'field.past' }, language)
}
