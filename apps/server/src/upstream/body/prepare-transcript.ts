import { phrase } from '@posthouse/contract/phrases'
import { spokenBySuppliers } from '@posthouse/llm/dialects'
import { fieldsOf, textOf } from '@posthouse/llm/parts/fields'
import { isSameWay, type Way } from '../../domain/channels/spoken.ts'
import { type AttemptFailure, callersFault } from '../attempt-failure.ts'
import type { Outgoing, Prepared, Target } from '../outgoing.ts'
import { editFields } from './body-edit.ts'

/** The request for a transcript, in a format that tells what ours is made of. `same` makes the body of the client's own. */
export function transcriptBody(
  { way, outgoing }: { target: Target; way: Way; outgoing: Outgoing },
  same: () => Prepared,
): Prepared | { readonly failure: AttemptFailure } {
  const { transcribe } = spokenBySuppliers[way.dialect].asClient
  if (transcribe === undefined || !isSameWay(way, outgoing)) {
    return { failure: callersFault({ field: 'file', reason: phrase('a file is expected') }) }
  }
  const fields = fieldsOf(JSON.parse(outgoing.body.toString('utf8'))) ?? {}
  const form = transcribe.form(textOf(fields['response_format']))
  const edits = new Map(
    Object.entries(form).map(([name, value]) => [name, JSON.stringify(value)] as const),
  )
  const prepared = same()
  return { ...prepared, body: editFields(prepared.body, edits) }
}
