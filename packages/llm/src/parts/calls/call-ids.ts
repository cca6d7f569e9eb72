import type { Message, ModelRequest, Part } from '../../request.ts'

/*
 * Suppliers give ids that others refuse: empty, used twice, with a colon, too long. A conversation keeps them for good,
 * so they are mended whenever it is sent. A call and its result meet by their order where their id is not enough, and
 * the same history is mended alike every time.
 */

/** The id of a call or of a result, in the order of the conversation. */
export type IdUse = { readonly of: 'call' | 'result'; readonly id: string }

/** Ids as a dialect's suppliers take them. */
export type CallIdRule = {
  readonly fitting: (id: string) => string
  /** No two calls of a conversation may share an id. */
  readonly areUnique: boolean
}

/** The mended ids, in the order of the uses. */
export function mendedIds(uses: readonly IdUse[], { fitting, areUnique }: CallIdRule): string[] {
  const given = new Set(uses.map(({ id }) => id))
  const seen = new Set<string>()
  /** Mended ids of calls that have no result yet, by the id that came. */
  const waiting = new Map<string, string[]>()
  const last = new Map<string, string>()
  const another = (stem: string): string => {
    for (let number = 1; ; number += 1) {
      const id = fitting(`${stem}_${number}`)
      if (given.has(id)) continue
      given.add(id)
      return id
    }
  }
  return uses.map(({ of, id }) => {
    if (of === 'result') return waiting.get(id)?.shift() ?? last.get(id) ?? fitting(id || 'call_0')
    const isAnother = id === '' || (areUnique && seen.has(id))
    const mended = isAnother ? another(id || 'call') : fitting(id)
    seen.add(id)
    const open = waiting.get(id)
    if (open === undefined) waiting.set(id, [mended])
    else open.push(mended)
    last.set(id, mended)
    return mended
  })
}

/** Ids that no dialect could tell apart are mended before a request is written in any. */
const distinct: CallIdRule = { fitting: (id) => id, areUnique: true }

/** The request with an id for every call, each its own. */
export function withCallIds(request: ModelRequest): ModelRequest {
  const uses = request.messages.flatMap(({ parts }) => parts.flatMap(useOf))
  const calls = uses.flatMap(({ of, id }) => (of === 'call' ? [id] : []))
  if (uses.every(({ id }) => id !== '') && new Set(calls).size === calls.length) return request
  const mended = mendedIds(uses, distinct)
  let at = 0
  const next = (part: Part): Part => {
    if (part.kind !== 'tool-call' && part.kind !== 'tool-result') return part
    at += 1
    return { ...part, id: mended[at - 1] ?? part.id }
  }
  const messages = request.messages.map((message): Message => ({
    ...message,
    parts: message.parts.map(next),
  }))
  return { ...request, messages }
}

const useOf = (part: Part): IdUse[] => {
  if (part.kind === 'tool-call') return [{ of: 'call', id: part.id }]
  return part.kind === 'tool-result' ? [{ of: 'result', id: part.id }] : []
}
