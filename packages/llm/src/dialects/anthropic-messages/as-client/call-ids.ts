import { type Fields, fieldsOf, listOf, textOf } from '../../../bytes/fields.ts'
import type { CallIds, PlacedId } from '../../../canonical/calls/same-ids.ts'
import { toolIdOf } from '../../../canonical/calls/tool-id.ts'

/** The vendor refuses ids that are not `^[a-zA-Z0-9_-]+$`, or not the only ones. */
export const callIds: CallIds = {
  rule: { fitting: toolIdOf, areUnique: true },
  resultField: 'tool_use_id',
  inBody: (body) =>
    listOf(body['messages']).flatMap((message, index) =>
      listOf(fieldsOf(message)?.['content']).flatMap((block, at) =>
        idIn(fieldsOf(block) ?? {}, ['messages', index, 'content', at]),
      ),
    ),
}

const names: Readonly<Record<string, { of: PlacedId['of']; name: string }>> = {
  tool_use: { of: 'call', name: 'id' },
  tool_result: { of: 'result', name: 'tool_use_id' },
}

function idIn(block: Fields, place: PlacedId['place']): PlacedId[] {
  const found = names[textOf(block['type']) ?? '']
  const id = found === undefined ? null : textOf(block[found.name])
  return found === undefined || id === null
    ? []
    : [{ of: found.of, id, place: [...place, found.name] }]
}
