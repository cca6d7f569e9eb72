import { fieldsOf, listOf, textOf } from '../../../bytes/fields.ts'
import { toolIdWithin } from '../../../canonical/calls/tool-id.ts'
import type { CallIds, PlacedId } from '../../../canonical/calls/same-ids.ts'

/** The service refuses a `call_id` that is empty or longer than 64 characters. */
export const callIds: CallIds = {
  rule: { fitting: (id) => toolIdWithin(id, 64), areUnique: false },
  resultField: 'call_id',
  inBody: (body) =>
    listOf(body['input']).flatMap((value, index): PlacedId[] => {
      const item = fieldsOf(value) ?? {}
      const id = textOf(item['call_id'])
      const of = textOf(item['type'])?.endsWith('_output') === true ? 'result' : 'call'
      return id === null ? [] : [{ of, id, place: ['input', index, 'call_id'] }]
    }),
}
