import { fieldsOf, listOf, textOf } from '../../../bytes/fields.ts'
import type { CallIds, PlacedId } from '../../../canonical/calls/same-ids.ts'

/** Of ids, most servers want only that there are some. Some models read their own: others stay as they are. */
export const callIds: CallIds = {
  rule: { fitting: (id) => id, areUnique: false },
  resultField: 'tool_call_id',
  inBody: (body) =>
    listOf(body['messages']).flatMap((value, index) => {
      const message = fieldsOf(value) ?? {}
      const place = ['messages', index] as const
      return [
        ...listOf(message['tool_calls']).flatMap((call, at) =>
          placed('call', fieldsOf(call)?.['id'], [...place, 'tool_calls', at, 'id']),
        ),
        ...placed('result', message['tool_call_id'], [...place, 'tool_call_id']),
      ]
    }),
}

function placed(of: PlacedId['of'], value: unknown, place: PlacedId['place']): PlacedId[] {
  const id = textOf(value)
  return id === null ? [] : [{ of, id, place }]
}
