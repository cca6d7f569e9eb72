import { operations } from '@posthouse/llm/operations'
import type { Quirk, Supplier } from '@posthouse/llm/suppliers/supplier'
import { inOriginalFields } from '@posthouse/llm/suppliers/original-fields'
import { quirksOf } from '@posthouse/llm/suppliers/quirks'
import type { ModelRequest } from '@posthouse/llm/canonical/request'
import type { DialectRoute } from '../../../domain/channels/dialect-choice.ts'

/* The fields that a supplier knows of those that a dialect has two of, or had not from the beginning. */

const newLimit = 'max_completion_tokens'
const oldLimit = 'max_tokens'

type LimitNames = {
  readonly wanted: string
  /** Null: it may stay. */
  readonly unwanted: string | null
}

/** The name of a limit of the output, for a body that goes on as it came. */
export function limitNames(supplier: Supplier, { dialect, operation }: DialectRoute): LimitNames {
  const quirks = quirksOf(supplier, dialect)
  if (quirks.includes('max-tokens-only')) return { wanted: oldLimit, unwanted: newLimit }
  // The older completions have one name.
  const isNew = operations[operation].isTurn && quirks.includes('completion-tokens-only')
  return isNew ? { wanted: newLimit, unwanted: oldLimit } : { wanted: newLimit, unwanted: null }
}

/** A body that was written anew, with the names that the supplier knows. */
export function withQuirks(
  body: Readonly<Record<string, unknown>>,
  { dialect }: Pick<DialectRoute, 'dialect'>,
  supplier: Supplier,
): object {
  const quirks = quirksOf(supplier, dialect)
  const { [newLimit]: limit, stream_options: options, ...rest } = body
  const isOld =
    quirks.includes('max-tokens-only') ||
    (quirks.includes('original-fields') && !quirks.includes('completion-tokens-only'))
  return {
    ...rest,
    ...(limit === undefined ? {} : { [isOld ? oldLimit : newLimit]: limit }),
    ...(options === undefined || quirks.includes('no-stream-options')
      ? {}
      : { stream_options: options }),
  }
}

/** A request that is written anew, without the fields that the supplier may not know. */
export function knownFields(
  request: ModelRequest,
  quirks: readonly Quirk[],
): ReturnType<typeof inOriginalFields> {
  const known = quirks.includes('original-fields')
    ? inOriginalFields(request)
    : { request, dropped: [] }
  if (!quirks.includes('no-effort') || request.reasoning === null) return known
  return {
    request: { ...known.request, reasoning: null },
    dropped: [...known.dropped, 'reasoning'],
  }
}
