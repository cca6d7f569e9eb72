import { phrase } from '@posthouse/contract/phrases'
import { readFile } from 'node:fs/promises'
import { fieldsOf } from '@posthouse/llm/bytes/fields'
import { pieceBetween } from '@posthouse/llm/operations'
import type { PieceTranslation } from '@posthouse/llm/operations/piece'
import { supplierBehind } from '../../domain/channels/channel-supplier.ts'
import type { DialectRoute } from '../../domain/channels/dialect-choice.ts'
import { type AttemptFailure, callersFault } from '../../upstream/attempt-failure.ts'
import { nameOfField } from '../../upstream/transport/form-body.ts'
import { editFields } from './edits/body-edit.ts'
import { parametersFor } from './edits/channel-parameters.ts'
import type { Outgoing, PreparedRequest, Target } from '../../upstream/outgoing.ts'

/** Translates a request whose answer comes in one piece. */
export function pieceBody(
  piece: PieceTranslation,
  target: Target,
  way: DialectRoute,
  outgoing: Outgoing,
): PreparedRequest | { readonly failure: AttemptFailure } {
  const { forwarded: model } = target
  const { single, body: asked } = outgoing
  const decoded = piece.request(JSON.parse(asked.toString('utf8')), { model, single })
  if (!decoded.ok) return { failure: callersFault(decoded) }
  const { body: fields, dropped } = decoded.value
  const { overwrites, fills } = parametersFor(target, supplierBehind(target.channel), outgoing)
  const body = Buffer.from(JSON.stringify(fields))
  return { ...way, body: editFields(body, overwrites, fills), dropped }
}

/** Largest file to inline into JSON. */
const inlineFileBytesMost = 20 * 1024 * 1024

/** Inlines files as base64 with their media type. */
export async function withFiles(
  outgoing: Outgoing,
): Promise<Outgoing | { readonly failure: AttemptFailure }> {
  const { files, body } = outgoing
  if (files.length === 0) return outgoing
  const fields = fieldsOf(JSON.parse(body.toString('utf8'))) ?? {}
  const given = new Map<string, object[]>()
  for (const { field, path, type, bytes } of files) {
    if (bytes > inlineFileBytesMost) {
      const reason = phrase('the file is too large for this model')
      return { failure: callersFault({ field, reason }) }
    }
    const name = nameOfField(field)
    const entry = { base64: await readFile(path, 'base64'), type }
    given.set(name, [...(given.get(name) ?? []), entry])
  }
  return {
    ...outgoing,
    body: Buffer.from(JSON.stringify({ ...fields, ...Object.fromEntries(given) })),
  }
}

/** Edits that rename the model in a body of the same dialect. */
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
