type OpenCall = {
  readonly id: string
  readonly name: string
  /** The caller gave it none. */
  readonly isDerived: boolean
}

/** Calls that no result has answered yet. */
type OpenCalls = {
  readonly add: (call: OpenCall) => void
  /** The call of this id, else the oldest of this name whose id the result cannot have known; null: there is none. */
  readonly take: (id: string | null, name: string | null) => OpenCall | null
}

export function openCalls(): OpenCalls {
  const taken = new Set<OpenCall>()
  const byId = queues(taken)
  const byName = queues(taken)
  const derivedByName = queues(taken)
  return {
    add: (call) => {
      byId.add(call.id, call)
      byName.add(call.name, call)
      if (call.isDerived) derivedByName.add(call.name, call)
    },
    take: (id, name) => {
      const found = byId.first(id) ?? (id === null ? byName.first(name) : derivedByName.first(name))
      if (found !== null) taken.add(found)
      return found
    },
  }
}

type Queues = {
  readonly add: (word: string, call: OpenCall) => void
  readonly first: (word: string | null) => OpenCall | null
}

/** Calls by a word, oldest first. A call stands in several: those that were taken are passed over once. */
function queues(taken: ReadonlySet<OpenCall>): Queues {
  const known = new Map<string, { readonly calls: OpenCall[]; next: number }>()
  return {
    add: (word, call) => {
      const queue = known.get(word) ?? { calls: [], next: 0 }
      queue.calls.push(call)
      known.set(word, queue)
    },
    first: (word) => {
      const queue = word === null ? undefined : known.get(word)
      if (queue === undefined) return null
      for (; queue.next < queue.calls.length; queue.next += 1) {
        const call = queue.calls[queue.next]
        if (call !== undefined && !taken.has(call)) return call
      }
      return null
    },
  }
}
