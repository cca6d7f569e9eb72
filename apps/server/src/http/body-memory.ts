import { Refusal } from '@posthouse/contract/refusal'

/** Bytes of bodies that may be held at once. */
export type MemoryLimits = {
  /** By the process. */
  readonly process: number
  /** By one request. */
  readonly request: number
}

/** What bodies, and what is fetched for them, take of the memory of this process. */
export type BodyMemory = {
  /** For one request, until it is released. */
  lease(): MemoryLease
  /** Bytes held now. */
  held(): number
}

export type MemoryLease = {
  /** Whose the request is. One owner holds at most half of what the process may: there is room for another. */
  claim(owner: string): void
  /** Before bytes are kept. Throws 413 above what a request may hold, 503 where the process holds too much. */
  take(bytes: number): void
  /** Counts what is here already and was paid for: it is never refused, but what comes after it is. */
  count(bytes: number): void
  /** Bytes that this request holds. */
  held(): number
  /** For good: nothing is taken afterwards. */
  release(): void
}

/** Seconds after which a body is read or gone. */
const retryAfterSeconds = 5

export function createBodyMemory(limits: () => MemoryLimits): BodyMemory {
  let all = 0
  const ofOwners = new Map<string, number>()

  const add = (owner: string, bytes: number): void => {
    all += bytes
    if (owner === '') return
    const left = (ofOwners.get(owner) ?? 0) + bytes
    if (left === 0) ofOwners.delete(owner)
    else ofOwners.set(owner, left)
  }
  return {
    held: () => all,
    lease() {
      let owner = ''
      let own = 0
      let isOver = false
      const count = (bytes: number): void => {
        if (isOver) return
        own += bytes
        add(owner, bytes)
      }
      return {
        claim(name) {
          add(owner, -own)
          owner = name
          add(owner, own)
        },
        take(bytes) {
          const { process, request } = limits()
          // What is still under way for a request that has ended is kept for nobody.
          if (isOver) throw new Refusal('server.memory', {}, { retryAfterSeconds })
          if (own + bytes > request) throw new Refusal('request.too-large', { limit: request })
          const full = all + bytes > process
          const tooMuchOfOne = (ofOwners.get(owner) ?? 0) + bytes > process / 2
          if (full || tooMuchOfOne) throw new Refusal('server.memory', {}, { retryAfterSeconds })
          count(bytes)
        },
        count,
        held: () => own,
        release() {
          add(owner, -own)
          own = 0
          isOver = true
        },
      }
    },
  }
}
