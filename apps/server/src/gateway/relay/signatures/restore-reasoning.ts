import type { Message, ModelRequest, Part, ToolCall } from '@posthouse/llm/request'
import type { KeptReasoning } from './signature-store.ts'

/** The request with what its models thought before their tool calls, as far as it was kept. */
export async function restoreReasoning(
  request: ModelRequest,
  keptReasoning: (callIds: readonly string[]) => Promise<readonly (KeptReasoning | null)[]>,
): Promise<ModelRequest> {
  const ids = request.messages.flatMap(unsignedCalls).map(({ id }) => id)
  if (ids.length === 0) return request
  const found = await keptReasoning(ids)
  const kept = new Map(ids.flatMap((id, at) => entryOf(id, found[at] ?? null)))
  if (kept.size === 0) return request
  return { ...request, messages: request.messages.map((message) => restored(message, kept)) }
}

const entryOf = (id: string, reasoning: KeptReasoning | null): [string, KeptReasoning][] =>
  reasoning === null ? [] : [[id, reasoning]]

const isSigned = (part: Part): boolean =>
  part.kind === 'reasoning' ? part.signature !== null : 'signature' in part

/** The calls of a message that carries no signature of its own. */
const unsignedCalls = ({ parts }: Message): ToolCall[] =>
  parts.some(isSigned) ? [] : parts.filter((part) => part.kind === 'tool-call')

function restored(message: Message, kept: ReadonlyMap<string, KeptReasoning>): Message {
  const before = unsignedCalls(message).flatMap(({ id }) => kept.get(id) ?? [])
  if (before.length === 0) return message
  const reasoning = before.flatMap(({ reasoning: parts }) => parts)
  const others = message.parts
    // The same reasoning part without its signature says less.
    .filter(({ kind }) => kind !== 'reasoning' || reasoning.length === 0)
    .map((part): Part => {
      const signature = part.kind === 'tool-call' ? kept.get(part.id)?.signature : null
      return part.kind === 'tool-call' && signature ? { ...part, signature } : part
    })
  return { ...message, parts: [...reasoning, ...others] }
}
