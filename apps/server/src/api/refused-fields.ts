import type { Language } from '@posthouse/contract/errors'
import { type FieldFaults, faultsLine, faultTexts } from '@posthouse/contract/field-messages'
import { Refusal } from '@posthouse/contract/refusal'

/** What is wrong with an input, by field and in one line. */
export const refusedFields = (faults: FieldFaults, language: Language): Refusal =>
  new Refusal(
    'request.invalid',
    { field: faultsLine(faults, language) },
    { fields: faultTexts(faults, language) },
  )
