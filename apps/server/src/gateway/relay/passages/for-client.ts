import type { ModelEvent } from '@posthouse/llm/event'
import { callersToolNames } from '@posthouse/llm/parts/calls/tool-id'
import type { ModelRequest } from '@posthouse/llm/request'

/** What a client's names are known by. */
export type Hearing = {
  /** As the client asked. */
  readonly request: ModelRequest
  /** Seconds: when the answer began, for suppliers that do not say. */
  readonly now: number
  /** What the client knows the answer by; null: what its supplier calls it. */
  readonly name: string | null
  /** What the answer is called where its supplier gives it no name. */
  readonly ownName: string
}

/** The client hears the names that it gave: of the model, and of tools that had to be called otherwise. */
export function forClient({
  request,
  now,
  name,
  ownName,
}: Hearing): (event: ModelEvent) => ModelEvent {
  const toolName = callersToolNames(request.tools)
  return (event) => {
    if (event.kind === 'start') {
      const created = event.created === 0 ? now : event.created
      const id = name ?? (event.id === '' ? ownName : event.id)
      return { ...event, id, model: request.model, created }
    }
    return event.kind === 'tool-call' && event.name !== null
      ? { ...event, name: toolName(event.name) }
      : event
  }
}
