import { phrase, type Phrase } from '@posthouse/contract/phrases'
import type { WrongReason } from '@posthouse/llm/canonical/invalid-reason'
import { clientOf, dialects, spokenBySuppliers } from '@posthouse/llm/dialects'
import { operations, pieceBetween } from '@posthouse/llm/operations'
import { quirksOf } from '@posthouse/llm/suppliers/quirks'
import type { Supplier } from '@posthouse/llm/suppliers/supplier'
import type { DecodeResult } from '@posthouse/llm/canonical/decode-result'
import type { ModelRequest } from '@posthouse/llm/canonical/request'
import { fieldsOf } from '@posthouse/llm/bytes/fields'
import { withCallIds } from '@posthouse/llm/canonical/calls/call-ids'
import { isTooDeep } from '@posthouse/llm/bytes/nesting'
import { channelSupplier } from '../../domain/channels/channel-supplier.ts'
import { isSameRoute, type DialectRoute, routeTo } from '../../domain/channels/dialect-choice.ts'
import { type AttemptFailure, callersFault } from '../../upstream/attempt-failure.ts'
import { editFields, fieldBytes, openBrace } from './edits/body-edit.ts'
import { parametersFor } from './edits/channel-parameters.ts'
import type { Outgoing, PreparedRequest, Target } from '../../upstream/outgoing.ts'
import { namesOfDropped, nothingLeft } from './edits/dropped-names.ts'
import { withoutOthers } from './edits/client-bytes.ts'
import { knownFields, limitNames, withQuirks } from './edits/supplier-fields.ts'
import { forOneModel, takenBy } from './edits/supplier-quirks.ts'
import { type ReasoningBefore, withReasoning } from './edits/returned-reasoning.ts'
import { transcriptBody } from './prepare-transcript.ts'
import { speechBody } from './prepare-speech.ts'
import { pieceBody, renamedIn, withFiles } from './prepare-piece.ts'

/**
 * The body for a target: the client's bytes if the dialects match, else a translation. An unreadable request is the caller's fault, so
 * other targets are not tried.
 */
export async function prepareBody(
  target: Target,
  outgoing: Outgoing,
  known: RequestQueries,
): Promise<PreparedRequest | { readonly failure: AttemptFailure }> {
  const supplier = channelSupplier(target.channel)
  const prepared = asWanted(supplier, await prepare({ target, supplier, outgoing }, known))
  if ('failure' in prepared || !operations[prepared.operation].isTurn) return prepared
  if (!quirksOf(supplier, prepared.dialect).includes('reasoning-comes-back')) return prepared
  // A translated request already contains it.
  const before = isSameRoute(prepared, outgoing) ? known.reasoningBefore : nothingKnown
  return { ...prepared, body: await withReasoning(prepared, before) }
}

/** Applies the supplier's quirks. */
function asWanted<Result extends Awaited<ReturnType<typeof prepare>>>(
  { fieldsIn }: Supplier,
  prepared: Result,
): Result {
  if (fieldsIn === undefined || 'failure' in prepared) return prepared
  const edits = Object.entries(fieldsIn(prepared)).map(
    ([name, value]) => [name, value === null ? null : JSON.stringify(value)] as const,
  )
  return { ...prepared, body: editFields(prepared.body, new Map(edits)) }
}

const nothingKnown: ReasoningBefore = () => Promise.resolve(new Map())

/** Lookups that run only if a target needs them. */
export type RequestQueries = {
  /** The canonical request, with bytes for links that the supplier does not fetch. */
  canonical(supplier: Supplier): Promise<DecodeResult<ModelRequest, WrongReason | Phrase>>
  readonly reasoningBefore: ReasoningBefore
}

type Preparing = {
  readonly target: Target
  readonly supplier: Supplier
  readonly outgoing: Outgoing
}

async function prepare(
  { target, supplier, outgoing }: Preparing,
  { canonical }: Pick<RequestQueries, 'canonical'>,
): Promise<PreparedRequest | { readonly failure: AttemptFailure }> {
  const way = routeTo(target, outgoing)
  const { relayed } = operations[outgoing.operation]
  if (relayed === 'speech' || relayed === 'transcript') {
    const asked = { target, way, outgoing }
    const same = (): PreparedRequest => sameBody(target, supplier, outgoing)
    return relayed === 'speech' ? speechBody(asked, same) : transcriptBody(asked, same)
  }
  if (isSameRoute(way, outgoing)) {
    const kept = withoutOthers(outgoing, supplier)
    const { body, dropped } = fitted(kept.body, way, { target, supplier })
    return {
      ...sameBody(target, supplier, { ...outgoing, body }),
      dropped: [...kept.dropped, ...namesOfDropped(dropped, nothingLeft, clientOf(outgoing))],
    }
  }
  const piece = pieceBetween(outgoing.operation, outgoing.dialect, way.dialect)
  if (piece !== null) {
    const whole = await withFiles(outgoing)
    return 'failure' in whole ? whole : pieceBody(piece, target, way, whole)
  }
  const decoded = await canonical(supplier)
  if (!decoded.ok) return { failure: callersFault(decoded) }
  if (spokenBySuppliers[way.dialect].hasObjectArguments && hasDeepCalls(decoded.value)) {
    return {
      failure: callersFault({
        field: '',
        reason: phrase('arguments of a call are nested too deep'),
      }),
    }
  }
  return translatedBody(decoded.value, way, { target, supplier, outgoing })
}

const hasDeepCalls = ({ messages }: ModelRequest): boolean =>
  messages.some(({ parts }) =>
    parts.some((part) => part.kind === 'tool-call' && isTooDeep(part.arguments)),
  )

function fitted(
  body: Buffer,
  way: DialectRoute,
  { target, supplier }: { readonly target: Target; readonly supplier: Supplier },
): ReturnType<typeof takenBy> {
  const { dialect, operation } = way
  const one = forOneModel(body, way)
  const quirks = operations[operation].isTurn ? quirksOf(supplier, dialect) : []
  if (quirks.length === 0) return one
  const taken = takenBy(quirks, one.body, target.forwarded)
  return { ...taken, dropped: [...one.dropped, ...taken.dropped] }
}

/** The client's bytes with only the necessary edits. */
function sameBody(target: Target, supplier: Supplier, outgoing: Outgoing): PreparedRequest {
  const { dialect, operation } = outgoing
  const edits = new Map<string, string | null>()
  const { namesModel, streamOptions } = dialects[dialect].asClient.places
  if (namesModel && target.forwarded !== outgoing.model) {
    edits.set('model', JSON.stringify(target.forwarded))
  }
  for (const [name, value] of renamedIn(target, outgoing)) edits.set(name, value)
  if (streamOptions && outgoing.stream) editStreamOptions(edits, supplier, outgoing)
  if (outgoing.outputLimit !== null) settleLimits(edits, supplier, outgoing)
  for (const [name, value] of storeOf(outgoing, supplier)) edits.set(name, value)
  const { overwrites, fills } = parametersFor(target, supplier, outgoing)
  for (const [name, value] of overwrites) edits.set(name, value)
  // Last, so that no channel setting can raise the limit that the wallet affords.
  for (const [name, value] of capOf(outgoing, supplier)) edits.set(name, value)
  const body = editFields(outgoing.body, edits, fills)
  const { files } = outgoing
  return { dialect, operation, body, dropped: [], ...(files.length > 0 && { files }) }
}

/** Prevents suppliers from storing what could never be fetched. */
function storeOf(
  { dialect, operation, keptThere }: Outgoing,
  { kept, keepsUnasked = false }: Supplier,
): readonly (readonly [string, string])[] {
  const { storeField } = dialects[dialect].asClient.places
  if (storeField === null || !operations[operation].isTurn) return []
  const isUnwanted = kept === null ? keepsUnasked : !keptThere
  return isUnwanted ? [[storeField, 'false']] : []
}

function editStreamOptions(
  edits: Map<string, string | null>,
  supplier: Supplier,
  { usageAsked, body }: Outgoing,
): void {
  if (supplier.quirks.includes('no-stream-options')) edits.set('stream_options', null)
  else if (!usageAsked)
    edits.set('stream_options', withUsageAsked(fieldBytes(body, 'stream_options')))
}

/** Adds the usage request to the stream options. */
function withUsageAsked(options: Buffer | null): string {
  const given = options?.[0] === openBrace ? options : Buffer.from('{}')
  return editFields(given, new Map([['include_usage', 'true']])).toString('utf8')
}

/** Writes the smaller of two limits, the one that is held, under the name that the supplier knows. */
function settleLimits(
  edits: Map<string, string | null>,
  supplier: Supplier,
  { dialect, operation, outputLimit, outputLimitFields, hasLimitAlias }: Outgoing,
): void {
  if (outputLimitFields.length > 1 || hasLimitAlias) {
    for (const name of outputLimitFields) edits.set(name, String(outputLimit))
  }
  const { wanted, unwanted } = limitNames(supplier, { dialect, operation })
  if (unwanted === null || !outputLimitFields.includes(unwanted)) return
  edits.set(unwanted, null)
  edits.set(wanted, String(outputLimit))
}

/** The limit that the wallet affords. */
function capOf(
  { dialect, operation, outputCap, outputLimitFields, body }: Outgoing,
  supplier: Supplier,
): [string, string | null][] {
  if (outputCap === null || outputLimitFields.length === 0) return []
  const { withLimit } = dialects[dialect].asClient.places
  if (withLimit !== null) {
    const limited = withLimit(fieldsOf(JSON.parse(body.toString('utf8'))) ?? {}, outputCap)
    return Object.entries(limited).map(([name, value]) => [
      name,
      value === null ? null : JSON.stringify(value),
    ])
  }
  const { wanted, unwanted } = limitNames(supplier, { dialect, operation })
  return outputLimitFields.map((name) => [name === unwanted ? wanted : name, String(outputCap)])
}

/** Translates the canonical request. */
function translatedBody(
  request: ModelRequest,
  way: DialectRoute,
  { target, supplier, outgoing }: Preparing,
): PreparedRequest {
  const known = knownFields(request, quirksOf(supplier, way.dialect))
  const encoded = spokenBySuppliers[way.dialect].asClient.body({
    ...withCallIds(known.request),
    model: target.forwarded,
    outputLimit: outgoing.outputCap ?? outgoing.outputLimit ?? request.outputLimit,
    usageAsked: request.stream,
  })
  const { overwrites, fills } = parametersFor(target, supplier, outgoing)
  const stored = way.dialect === outgoing.dialect ? storeOf(outgoing, supplier) : []
  const written = Buffer.from(JSON.stringify(withQuirks(encoded.body, way, supplier)))
  const taken = fitted(written, way, { target, supplier })
  const body = editFields(taken.body, new Map([...stored, ...overwrites]), fills)
  const dropped = [
    ...known.dropped,
    ...withoutHonoured(encoded.dropped, outgoing),
    ...taken.dropped,
  ]
  return { ...way, body, dropped: namesOfDropped(dropped, request, clientOf(outgoing)) }
}

/** A limit under a foreign name was honored, so it does not count as dropped. */
function withoutHonoured<Name extends string>(
  dropped: readonly Name[],
  { hasLimitAlias, dialect }: Outgoing,
): readonly Name[] {
  if (!hasLimitAlias) return dropped
  const honoured = new Set(
    dialects[dialect].asClient.places.limitAliases.map((name) => `rest.${name}`),
  )
  return dropped.filter((name) => !honoured.has(name))
}
