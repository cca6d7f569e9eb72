import type { Message, ModelRequest, Part, ToolCall } from '@posthouse/llm/canonical/request'
import { findReasoning, type KeptByName, type ReasoningOfCalls } from './find-reasoning.ts'

/** Adds stored reasoning before the tool calls of a request. */
export async function restoreReasoning(
  request: ModelRequest,
  keptByName: KeptByName,
): Promise<ModelRequest> {
  const kept = await findReasoning(request, unsignedCalls, keptByName)
  if ([...kept.values()].every((calls) => calls.every((one) => one === null))) return request
  const messages = request.messages.map((message, index) =>
    restored(message, kept.get(index) ?? []),
  )
  return { ...request, messages }
}

const isSigned = (part: Part): boolean =>
  part.kind === 'reasoning' ? part.signature !== null : 'signature' in part

/** Calls of a message without signatures. */
const unsignedCalls = ({ parts }: Message): ToolCall[] =>
  parts.some(isSigned) ? [] : parts.filter((part) => part.kind === 'tool-call')

function restored(message: Message, kept: ReasoningOfCalls): Message {
  if (kept.every((one) => one === null)) return message
  const reasoning = kept.flatMap((one) => one?.reasoning ?? [])
  const signatures = new Map(unsignedCalls(message).map((call, at) => [call, kept[at]?.signature]))
  const others = message.parts
    // Replaced by the signed part.
    .filter(({ kind }) => kind !== 'reasoning' || reasoning.length === 0)
    .map((part): Part => {
      const signature = part.kind === 'tool-call' ? signatures.get(part) : null
      return part.kind === 'tool-call' && signature ? { ...part, signature } : part
    })
  return { ...message, parts: [...reasoning, ...others] }
}

/** Stored reasoning text by message index, for suppliers that require it from clients of their own dialect. */
export async function reasoningTexts(
  request: ModelRequest,
  keptByName: KeptByName,
): Promise<ReadonlyMap<number, string>> {
  const kept = await findReasoning(request, callsIn, keptByName)
  return new Map([...kept].map(([index, calls]) => [index, textOf(calls)]))
}

const callsIn = ({ parts }: Message): ToolCall[] =>
  parts.filter((part) => part.kind === 'tool-call')

const textOf = (calls: ReasoningOfCalls): string =>
  calls
    .flatMap((one) => one?.reasoning ?? [])
    .map(({ text }) => text)
    .join('')
