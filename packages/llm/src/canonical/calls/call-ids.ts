import type { Message, ModelRequest, Part } from '../request.ts'

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
  const another = unusedIds(uses, fitting)
  /** Mended ids by the id that came, and how many of them have a result. */
  const queues = new Map<string, Queue>()
  return uses.map(({ of, id }) => {
    const queue = queues.get(id)
    if (of === 'result') return queue === undefined ? fitting(id || 'call_0') : answered(queue)
    const isAnother = id === '' || (areUnique && queue !== undefined)
    const mended = isAnother ? another(id || 'call') : fitting(id)
    if (queue === undefined) queues.set(id, { ids: [mended], answered: 0 })
    else queue.ids.push(mended)
    return mended
  })
}

type Queue = { readonly ids: string[]; answered: number }

/** Results meet calls in their order; one too many is another of the last. */
function answered(queue: Queue): string {
  const id = queue.ids[queue.answered]
  if (id === undefined) return queue.ids.at(-1) ?? ''
  queue.answered += 1
  return id
}

/** Makes ids that nobody has, by their beginning. */
function unusedIds(
  uses: readonly IdUse[],
  fitting: CallIdRule['fitting'],
): (stem: string) => string {
  const given = new Set(uses.map(({ id }) => id))
  const numbers = new Map<string, number>()
  return (stem) => {
    for (;;) {
      const number = (numbers.get(stem) ?? 0) + 1
      numbers.set(stem, number)
      const id = fitting(`${stem}_${number}`)
      if (!given.has(id)) return id
    }
  }
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
