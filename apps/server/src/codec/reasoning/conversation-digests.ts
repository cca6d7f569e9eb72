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
 * Digests of the conversation before a turn of the model. Ids of calls do not tell conversations apart: some suppliers
 * number calls from zero in every answer.
 */
export type TurnDigest = {
  /**
   * Texts and pictures of the user, results of tools, texts and calls of the model, and the caller's name for the end
   * user. Reasoning, cache marks and the ids of calls are left out, since clients change them between turns.
   */
  readonly said: string
  /** System text, which a client may write anew for every turn; null: there is none. */
  readonly system: string | null
}

export type ConversationDigests = {
  /** By the index of each message with tool calls: what stands before its turn. */
  readonly beforeCalls: ReadonlyMap<number, TurnDigest>
  /** Before the answer to the request. */
  readonly beforeAnswer: TurnDigest
}

/** A call of a turn, under the names that its reasoning is kept by. */
export type CallNames = {
  /** For the same conversation under the same system text. */
  readonly exact: string
  /** For the same conversation, whatever its system text; the same as `exact` where there is none. */
  readonly loose: string
}

/** Retries read the same request. */
const known = new WeakMap<ModelRequest, ConversationDigests>()

/** One pass over a request as its client sent it. */
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
      // Some clients keep the parts of one turn in several messages.
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

/** Length of the arguments of a turn's calls up to which they tell the calls apart: longer ones are not gathered. */
const argumentsMax = keptBytesMax

export const areGathered = (argumentsLength: number): boolean => argumentsLength <= argumentsMax

/** Stands for reasoning or arguments that are too long to be kept, where only their length matters. */
export const tooLong = ' '.repeat(keptBytesMax + 1)

/** The names of the calls of one turn, in their order. `length`: of the arguments of all its calls. */
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

/** Arguments as every client gives them back: a client may order and space them anew, and leave out what is null. */
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
