import { fieldsOf, listOf } from '@posthouse/llm/parts/fields'
import {
  type Embedding,
  fromBatchEmbedContents,
  fromEmbedContent,
  toBatchEmbedContents,
} from '@posthouse/llm/dialects/gemini/embed'
import type { Decoded } from '@posthouse/llm/dialects/dialect-shape'
import { supplierOf } from '@posthouse/llm/suppliers/suppliers'
import type { Way } from '../channels/spoken.ts'
import { type AttemptFailure, callersFault } from './attempt-failure.ts'
import { editFields } from './body-edit.ts'
import { parametersFor } from './channel-parameters.ts'
import type { Outgoing, Prepared, Target } from './outgoing.ts'

/** A request for vectors in the words of the other of the two dialects that have them. */
export function embeddingsBody(
  target: Target,
  way: Way,
  outgoing: Outgoing,
): Prepared | { readonly failure: AttemptFailure } {
  const decoded = embeddingFor(target, outgoing)
  if (!decoded.ok) return { failure: callersFault(decoded) }
  const { overwrites, fills } = parametersFor(target, supplierOf(target.channel.type), outgoing)
  const body = Buffer.from(JSON.stringify(decoded.value.body))
  return { ...way, body: editFields(body, overwrites, fills), dropped: decoded.value.lost }
}

function embeddingFor(
  { forwarded }: Target,
  { dialect, single, body }: Outgoing,
): Decoded<Embedding> {
  const value: unknown = JSON.parse(body.toString('utf8'))
  if (dialect !== 'gemini') return toBatchEmbedContents(value, forwarded)
  return single ? fromEmbedContent(value, forwarded) : fromBatchEmbedContents(value, forwarded)
}

/** Gemini refuses requests whose model is not the one in the address. */
export function nameModelInside(
  edits: Map<string, string | null>,
  { forwarded }: Target,
  { operation, single, model, body }: Outgoing,
): void {
  if (operation !== 'embeddings' || forwarded === model) return
  const name = `models/${forwarded}`
  if (single) return void edits.set('model', JSON.stringify(name))
  const { requests } = JSON.parse(body.toString('utf8'))
  const renamed = listOf(requests).map((request) => ({ ...fieldsOf(request), model: name }))
  edits.set('requests', JSON.stringify(renamed))
}
