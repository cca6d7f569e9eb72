import type {
  Message,
  ModelRequest,
  Part,
  Source,
  ToolCall,
} from '@posthouse/llm/canonical/request'
import { toolIdOf, toolNameOf } from '@posthouse/llm/canonical/calls/tool-id'
import { fieldsOf, parsedFields } from '@posthouse/llm/bytes/fields'
import { isTooDeep } from '@posthouse/llm/bytes/nesting'
import { createHash, type Hash } from 'node:crypto'
import { keptBytesMax } from './signature-store.ts'

/**
 * Digests of the conversation before a turn of the model. Call ids do not identify a conversation, because some suppliers number calls
 * from zero in every answer.
 */
export type TurnDigest = {
  /**
   * Digest of texts, pictures, calls, tool results and the caller's end-user id. Reasoning, cache marks and call ids are excluded, because
   * clients change them between turns.
   */
  readonly said: string
  /** Digest of the system text, which clients may rewrite for every turn. */
  readonly system: string | null
}

export type ConversationDigests = {
  /** What comes before each turn with tool calls, by message index. */
  readonly beforeCalls: ReadonlyMap<number, TurnDigest>
  /** What comes before the answer. */
  readonly beforeAnswer: TurnDigest
}

/** Keys of a call in the signature store. */
export type CallNames = {
  /** Same conversation and system text. */
  readonly exact: string
  /** Same conversation with any system text; equals `exact` without one. */
  readonly loose: string
}

/** Cached, because retries read the same request. */
const known = new WeakMap<ModelRequest, ConversationDigests>()

/** Reads a request in one pass. */
export function digestsOf(request: ModelRequest): ConversationDigests {
  const found = known.get(request) ?? digest(request)
  known.set(request, found)
  return found
}

function digest({ messages, endUser }: ModelRequest): ConversationDigests {
  const said = createHash('sha256').update(`user ${endUser ?? ''}\0`)
  let system: Hash | null = null
  const now = (): TurnDigest => ({
    said: said.copy().digest('base64url'),
    system: system?.copy().digest('base64url') ?? null,
  })
  const beforeCalls = new Map<number, TurnDigest>()
  let turn: TurnDigest | null = null
  for (const [index, message] of messages.entries()) {
    if (message.role === 'assistant') {
      // Some clients split one turn into several messages.
      turn ??= now()
      if (message.parts.some(({ kind }) => kind === 'tool-call')) beforeCalls.set(index, turn)
    } else turn = null
    if (message.role === 'system' || message.role === 'developer') {
      system ??= createHash('sha256')
      add(system, message)
    } else add(said, message)
  }
  return { beforeCalls, beforeAnswer: turn ?? now() }
}

function add(hash: Hash, { role, name, parts }: Message): void {
  hash.update(`${role} ${name ?? ''}\0`)
  for (const part of parts) addPart(hash, part)
}

function addPart(hash: Hash, part: Part): void {
  switch (part.kind) {
    case 'text':
    case 'refusal':
      return addText(hash, part.text)
    case 'image':
    case 'audio':
    case 'file':
      return addSource(hash, part.source)
    case 'tool-call':
      hash.update(`call ${toolNameOf(part.name)}\0`)
      return addText(hash, canonicalArguments(part.arguments))
    case 'tool-result':
      hash.update(`result ${part.isError ?? false}\0`)
      for (const each of part.parts) addPart(hash, each)
      return
    case 'reasoning':
  }
}

function addText(hash: Hash, text: string): void {
  const trimmed = text.trim()
  if (trimmed !== '') hash.update(`${trimmed.length} `).update(trimmed)
}

function addSource(hash: Hash, source: Source): void {
  hash.update(`${source.kind}\0`)
  if (source.kind === 'data') return addText(hash, source.base64)
  addText(hash, source.kind === 'url' ? source.url : source.id)
}

/** Longest arguments of a turn that are part of the keys; longer ones are not collected. */
const argumentsMax = keptBytesMax

export const areGathered = (argumentsLength: number): boolean => argumentsLength <= argumentsMax

/** Placeholder for reasoning or arguments that are too long, where only the length matters. */
export const tooLong = ' '.repeat(keptBytesMax + 1)

/** Keys of the calls of one turn, in order. `length` is that of all arguments. */
export function namesOfCalls(
  before: TurnDigest,
  calls: readonly CallFacts[],
  length = calls.reduce((sum, call) => sum + call.arguments.length, 0),
): CallNames[] {
  const isTold = areGathered(length)
  return calls.map((call) => namesOf(before, isTold ? call : { ...call, arguments: '' }))
}

type CallFacts = Pick<ToolCall, 'id' | 'name' | 'arguments'>

function namesOf({ said, system }: TurnDigest, call: CallFacts): CallNames {
  const words = [toolIdOf(call.id), toolNameOf(call.name), canonicalArguments(call.arguments)]
  const nameOf = (before: readonly string[]): string =>
    createHash('sha256')
      .update(JSON.stringify([...before, ...words]))
      .digest('base64url')
  const loose = nameOf([said])
  return { loose, exact: system === null ? loose : nameOf([said, system]) }
}

/** Normalized arguments: clients may reorder and reformat them, and omit null values. */
function canonicalArguments(text: string): string {
  const trimmed = text.trim()
  if (trimmed === '') return '{}'
  const fields = isTooDeep(trimmed) ? null : parsedFields(trimmed)
  return fields === null ? trimmed : canonical(fields)
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  const fields = fieldsOf(value)
  if (fields === null) return JSON.stringify(value)
  const members = Object.entries(fields)
    .filter(([, member]) => member !== null)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`)
  return `{${members.join(',')}}`
}
