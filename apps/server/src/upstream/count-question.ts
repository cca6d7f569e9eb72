import type { DialectName } from '@posthouse/llm/canonical/dialect'
import { dialects } from '@posthouse/llm/dialects'
import { countRequest } from '@posthouse/llm/suppliers/counting'
import { withCallIds } from '@posthouse/llm/canonical/calls/call-ids'
import { type Fields, fieldsOf, parsedFields } from '@posthouse/llm/bytes/fields'

/** A body whose tokens a supplier is asked to count. */
export type ToCount = {
  readonly body: Uint8Array
  /** As the client calls it. */
  readonly model: string
  /** As the supplier calls it. */
  readonly forwarded: string
  readonly from: DialectName
  readonly to: DialectName
}

/** The client's own fields where the dialect is the same, else the request written anew. Null: there is no question. */
export function countQuestion({ body, model, forwarded, from, to }: ToCount): Uint8Array | null {
  const fields = parsedFields(Buffer.from(body).toString('utf8')) ?? {}
  const own = fieldsOf(fields['generateContentRequest']) ?? fields
  if (to === from) return bytesOf(countRequest(to, own, forwarded))
  // A count asks for no answer, and has no limit for one.
  const asked = { max_tokens: 1, ...own, model }
  const decoded = dialects[from].asServer.request(asked, { model, stream: false })
  if (!decoded.ok) return null
  const written = dialects[to].asClient.body({ ...withCallIds(decoded.value), model: forwarded })
  return bytesOf(countRequest(to, written.body, forwarded))
}

const bytesOf = (question: Fields | null): Uint8Array | null =>
  question === null ? null : Buffer.from(JSON.stringify(question))
