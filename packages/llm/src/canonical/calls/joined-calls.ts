import type { ModelEvent } from '../event.ts'

type JoinedCall = { readonly id: string; readonly name: string; readonly arguments: string }

/** The tool calls whose fragments are among the events of one answer, in the order of their beginnings. */
export function joinedCalls(events: readonly ModelEvent[]): readonly JoinedCall[] {
  const calls = new Map<number, JoinedCall>()
  for (const event of events) {
    if (event.kind !== 'tool-call') continue
    const known = calls.get(event.index) ?? { id: '', name: '', arguments: '' }
    calls.set(event.index, {
      id: event.id ?? known.id,
      name: event.name ?? known.name,
      arguments: known.arguments + event.arguments,
    })
  }
  return [...calls.values()]
}
