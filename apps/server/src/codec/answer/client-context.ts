import type { ModelEvent } from '@posthouse/llm/canonical/event'
import { callersToolNames } from '@posthouse/llm/canonical/calls/tool-id'
import type { ModelRequest } from '@posthouse/llm/canonical/request'

/** What maps our names in an answer to the client's. */
export type ClientContext = {
  readonly request: ModelRequest
  /** Epoch seconds, for suppliers that send no creation time. */
  readonly now: number
  /** Our id of the answer; null to keep the supplier's. */
  readonly name: string | null
  /** Id for answers without one. */
  readonly ownName: string
}

/** Restores the client's names of the model and of renamed tools. */
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
