import type { Message, ModelRequest, ToolCall } from '@posthouse/llm/canonical/request'
import { type CallNames, digestsOf, namesOfCalls } from './conversation-digests.ts'
import type { ReasoningEntry, KeptReasoning } from './signature-store.ts'

/** Finds entries of the caller's token, in the order of `names`. */
export type KeptByName = (names: readonly string[]) => Promise<readonly (ReasoningEntry | null)[]>

/** Reasoning of a message's calls, in order; null if none is stored. */
export type ReasoningOfCalls = readonly (KeptReasoning | null)[]

/** Stored reasoning by message index. `callsOf` returns the calls of a message that may lack it. */
export async function findReasoning(
  request: ModelRequest,
  callsOf: (message: Message) => readonly ToolCall[],
  keptByName: KeptByName,
): Promise<ReadonlyMap<number, ReasoningOfCalls>> {
  const asked = request.messages.flatMap((message, index) => {
    const calls = callsOf(message)
    return calls.length === 0 ? [] : [{ index, calls }]
  })
  if (asked.length === 0) return new Map()
  const { beforeCalls } = digestsOf(request)
  const turns = asked.map(({ index, calls }) => {
    const before = beforeCalls.get(index)
    return { index, names: before === undefined ? [] : namesOfCalls(before, calls) }
  })
  const found = await underNames(
    turns.flatMap(({ names }) => names),
    keptByName,
  )
  let at = 0
  return new Map(
    turns.map(({ index, names }) => {
      at += names.length
      return [index, found.slice(at - names.length, at)]
    }),
  )
}

/** Looks up the exact key, then the loose one in case the system text has changed. */
async function underNames(
  names: readonly CallNames[],
  keptByName: KeptByName,
): Promise<readonly (KeptReasoning | null)[]> {
  const entries = await entriesOf(
    names.flatMap(({ exact, loose }) => [exact, loose]),
    keptByName,
  )
  const nearest = names.map(({ exact, loose }) => entries.get(exact) ?? entries.get(loose) ?? null)
  const others = await entriesOf(
    nearest.flatMap((kept) => (kept !== null && 'sameAs' in kept ? [kept.sameAs] : [])),
    keptByName,
  )
  return nearest.map((kept) => {
    const entry = kept !== null && 'sameAs' in kept ? (others.get(kept.sameAs) ?? null) : kept
    return entry === null || 'sameAs' in entry ? null : entry
  })
}

async function entriesOf(
  names: readonly string[],
  keptByName: KeptByName,
): Promise<ReadonlyMap<string, ReasoningEntry | null>> {
  const wanted = [...new Set(names)]
  if (wanted.length === 0) return new Map()
  const found = await keptByName(wanted)
  return new Map(wanted.map((name, at) => [name, found[at] ?? null]))
}
