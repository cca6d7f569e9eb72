import { fieldsOf } from '@posthouse/llm/parts/fields'
import { pieceBetween } from '@posthouse/llm/operations/operations'
import type { PieceBetween } from '@posthouse/llm/operations/piece'
import { supplierOf } from '@posthouse/llm/suppliers/suppliers'
import type { Way } from '../../domain/channels/spoken.ts'
import { type AttemptFailure, callersFault } from '../attempt-failure.ts'
import { editFields } from './body-edit.ts'
import { parametersFor } from './channel-parameters.ts'
import type { Outgoing, Prepared, Target } from '../outgoing.ts'

/** A request whose answer comes in one piece, in the words of another dialect. */
export function pieceBody(
  piece: PieceBetween,
  target: Target,
  way: Way,
  outgoing: Outgoing,
): Prepared | { readonly failure: AttemptFailure } {
  const { forwarded: model } = target
  const { single, body: asked } = outgoing
  const decoded = piece.request(JSON.parse(asked.toString('utf8')), { model, single })
  if (!decoded.ok) return { failure: callersFault(decoded) }
  const { body: fields, dropped } = decoded.value
  const { overwrites, fills } = parametersFor(target, supplierOf(target.channel.type), outgoing)
  const body = Buffer.from(JSON.stringify(fields))
  return { ...way, body: editFields(body, overwrites, fills), dropped }
}

/** The fields that name the model in a body that goes on in its own dialect. */
export function renamedIn(
  { forwarded }: Target,
  { operation, dialect, single, model, body }: Outgoing,
): readonly (readonly [string, string])[] {
  const piece = forwarded === model ? null : pieceBetween(operation, dialect, dialect)
  if (piece === null) return []
  const fields = () => fieldsOf(JSON.parse(body.toString('utf8'))) ?? {}
  const renamed = piece.renamed(fields, { model: forwarded, single })
  return Object.entries(renamed).map(([name, value]) => [name, JSON.stringify(value)])
}
