import type { ModelEvent } from '@posthouse/llm/canonical/event'
import { callersToolNames } from '@posthouse/llm/canonical/calls/tool-id'
import type { ModelRequest } from '@posthouse/llm/canonical/request'

/** The client's own names, by ours. */
export type ClientContext = {
  /** As the client asked. */
  readonly request: ModelRequest
  /** Seconds: when the answer began, for suppliers that do not say. */
  readonly now: number
  /** The answer's id for the client; null: its supplier's. */
  readonly name: string | null
  /** The answer's id where its supplier gives it none. */
  readonly ownName: string
}

/** The client hears the names that it gave: of the model, and of tools that had to be called otherwise. */
export function namedForClient({
  request,
  now,
  name,
  ownName,
}: ClientContext): (event: ModelEvent) => ModelEvent {
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
