import { dialects } from '@posthouse/llm/dialects'
import { operations } from '@posthouse/llm/operations'
import type { Supplier } from '@posthouse/llm/suppliers/supplier'
import { fieldsOf, listOf, objectsIn } from '@posthouse/llm/bytes/fields'
import { idEdits, mayNeedIds } from '@posthouse/llm/canonical/calls/same-ids'
import { signatureMark } from '@posthouse/llm/canonical/reasoning/signature'
import { forSupplier } from '@posthouse/llm/canonical/items'
import { editFields } from './body-edit.ts'
import { editPlaces } from './edit-places.ts'
import type { Outgoing, PreparedRequest } from '../../../upstream/outgoing.ts'

/** The client's bytes without what only we, or another supplier, can read. */
export function withoutOthers(
  outgoing: Outgoing,
  supplier: Supplier,
): Pick<PreparedRequest, 'body' | 'dropped'> {
  const kept = withoutMarked(outgoing, supplier)
  return { ...kept, body: withCallIds(kept.body, outgoing) }
}

function withoutMarked(
  outgoing: Outgoing,
  supplier: Supplier,
): Pick<PreparedRequest, 'body' | 'dropped'> {
  const { operation, expanded, body } = outgoing
  if (expanded) return { body: withoutOurIds(outgoing, supplier), dropped: [] }
  return operations[operation].isTurn ? withoutForeign(outgoing) : { body, dropped: [] }
}

/** The client's bytes with ids of calls that a supplier of the dialect takes: another one's may be in the history. */
function withCallIds(body: Buffer, { dialect, operation }: Outgoing): Buffer {
  const { callIds } = dialects[dialect].asClient
  if (callIds === null || !operations[operation].isTurn || !mayNeedIds(body, callIds)) return body
  return editPlaces(body, idEdits(callIds, fieldsOf(JSON.parse(body.toString('utf8'))) ?? {}))
}

/**
 * A body carries signatures of other suppliers, which this one would refuse: the client talked to
 * another channel before. Gemini's field holds bytes, so that the mark stands there in base64.
 */
const isMarked = (body: Buffer): boolean =>
  body.includes(signatureMark) ||
  body.includes(Buffer.from(signatureMark).toString('base64').slice(0, 12))

/** The client's bytes without what other suppliers signed, and the names of what is lost with it. */
function withoutForeign({ body, dialect }: Outgoing): Pick<PreparedRequest, 'body' | 'dropped'> {
  const fields = isMarked(body) ? fieldsOf(JSON.parse(body.toString('utf8'))) : null
  if (fields === null) return { body, dropped: [] }
  const { asClient, asServer } = dialects[dialect]
  const { edits, dropped } = asClient.foreignIn(fields)
  return {
    body: editPlaces(body, edits),
    dropped: dropped.map((name) => asServer.fieldNames[name] ?? name),
  }
}

/**
 * Items that we keep, as a supplier takes them. One that keeps nothing of them must give its reasoning
 * encrypted, for they will come back.
 */
function withoutOurIds({ body, operation }: Outgoing, { kept }: Supplier): Buffer {
  const fields = fieldsOf(JSON.parse(body.toString('utf8'))) ?? {}
  const edits = new Map([['input', JSON.stringify(forSupplier(objectsIn(fields['input'])))]])
  const include = listOf(fields['include'])
  const thinks =
    kept !== null && operations[operation].isTurn && fieldsOf(fields['reasoning']) !== null
  if (thinks && !include.includes(encryptedReasoning)) {
    edits.set('include', JSON.stringify([...include, encryptedReasoning]))
  }
  return editFields(body, edits)
}

const encryptedReasoning = 'reasoning.encrypted_content'
