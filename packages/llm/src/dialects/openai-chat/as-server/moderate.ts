import type { ModerateAnswer, ModerateRequest } from '../../../operations/moderate.ts'
import type { PieceAsServer } from '../../../operations/piece.ts'
import { fieldsOf } from '../../../bytes/fields.ts'
import { invalidField } from '../../../canonical/invalid-field.ts'

/** See `as-client/moderate.ts`. */
export const moderate: PieceAsServer<ModerateRequest, ModerateAnswer> = {
  request: (body, { model }) => {
    const fields = fieldsOf(body)
    if (fields === null) return invalidField('input', 'a JSON object is expected')
    return { ok: true, value: { request: { body: { ...fields, model } }, dropped: [] } }
  },
  answer: ({ answer }) => answer,
  usage: () => ({}),
  usageRequired: false,
}
