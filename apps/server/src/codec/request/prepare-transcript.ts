import { phrase } from '@posthouse/contract/phrases'
import { spokenBySuppliers } from '@posthouse/llm/dialects'
import { type Fields, fieldsOf, textOf } from '@posthouse/llm/bytes/fields'
import { supplierBehind } from '../../domain/channels/channel-supplier.ts'
import { isSameRoute, type DialectRoute } from '../../domain/channels/dialect-choice.ts'
import { type AttemptFailure, callersFault } from '../../upstream/attempt-failure.ts'
import type { Outgoing, PreparedRequest, Target } from '../../upstream/outgoing.ts'
import { editFields } from './edits/body-edit.ts'
import { parametersFor } from './edits/channel-parameters.ts'

/** A transcript request in a format that the requested one can be made from. `same` makes the body from the client's own. */
export function transcriptBody(
  { target, way, outgoing }: { target: Target; way: DialectRoute; outgoing: Outgoing },
  same: () => PreparedRequest,
): PreparedRequest | { readonly failure: AttemptFailure } {
  const { transcribe } = spokenBySuppliers[way.dialect].asClient
  if (transcribe === undefined) {
    return { failure: callersFault({ field: 'file', reason: phrase('a file is expected') }) }
  }
  const fields = fieldsOf(JSON.parse(outgoing.body.toString('utf8'))) ?? {}
  const { files } = outgoing
  if (!isSameRoute(way, outgoing) && transcribe.fields !== undefined) {
    const written = transcribe.fields(fields, target.forwarded)
    const { overwrites, fills } = parametersFor(target, supplierBehind(target.channel), outgoing)
    const body = editFields(Buffer.from(JSON.stringify(written)), overwrites, fills)
    return { ...way, body, files, dropped: droppedOf(fields) }
  }
  const edits = new Map(
    Object.entries(transcribe.form(textOf(fields['response_format']))).map(
      ([name, value]) => [name, JSON.stringify(value)] as const,
    ),
  )
  const prepared = same()
  return { ...prepared, body: editFields(prepared.body, edits) }
}

const carried: ReadonlySet<string> = new Set([
  'model',
  'file',
  'language',
  'temperature',
  'response_format',
  'stream',
])

const droppedOf = (fields: Fields): string[] =>
  Object.keys(fields).filter((name) => !carried.has(name))
