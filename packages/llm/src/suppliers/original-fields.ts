import type { RequestField } from '../canonical/dropped-fields.ts'
import type { Message, ModelRequest, Part } from '../canonical/request.ts'

type OriginalFieldsRequest = {
  readonly request: ModelRequest
  readonly dropped: readonly RequestField[]
}

/**
 * A request in the fields that Chat Completions began with. Servers and chat templates of which nothing is known may
 * refuse every later one.
 */
export function inOriginalFields(request: ModelRequest): OriginalFieldsRequest {
  return {
    request: {
      ...request,
      messages: withOneSystem(request.messages),
      tools: request.tools.map((tool) => ({ ...tool, strict: null })),
      parallelTools: request.parallelTools === true ? null : request.parallelTools,
      cacheKey: null,
      tier: null,
    },
    dropped: [
      ...(request.cacheKey === null ? [] : (['cacheKey'] as const)),
      ...(request.tier === null ? [] : (['tier'] as const)),
    ],
  }
}

const isSystem = ({ role }: Message): boolean => role === 'system' || role === 'developer'

const gap: Part = { kind: 'text', text: '\n\n' }

const joined = (messages: readonly Message[]): Part[] =>
  messages.flatMap(({ parts }, index) => (index === 0 ? parts : [gap, ...parts]))

/** One system message in front. Later ones become part of the user's turn beside them. */
function withOneSystem(messages: readonly Message[]): Message[] {
  const end = messages.findIndex((message) => !isSystem(message))
  const front = end === -1 ? messages : messages.slice(0, end)
  const others = end === -1 ? [] : messages.slice(end)
  const system: Message[] =
    front.length === 0 ? [] : [{ role: 'system', name: null, parts: joined(front) }]
  return [...system, ...folded(others)]
}

function folded(messages: readonly Message[]): Message[] {
  const out: Message[] = []
  let waiting: Message[] = []
  const place = (): void => {
    if (waiting.length === 0) return
    const before = out.at(-1)
    const parts = joined(waiting)
    if (before?.role === 'user') out[out.length - 1] = joinedTo(before, parts)
    else out.push({ role: 'user', name: null, parts })
    waiting = []
  }
  for (const message of messages) {
    if (isSystem(message)) {
      waiting.push(message)
    } else if (message.role === 'user' && waiting.length > 0 && out.at(-1)?.role !== 'user') {
      out.push({ ...message, parts: [...joined(waiting), gap, ...message.parts] })
      waiting = []
    } else {
      place()
      out.push(message)
    }
  }
  place()
  return out
}

const joinedTo = (message: Message, parts: readonly Part[]): Message => ({
  ...message,
  parts: [...message.parts, gap, ...parts],
})
