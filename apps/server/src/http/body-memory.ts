import { Refusal } from '@posthouse/contract/refusal'

/** Bytes of bodies that may be held at once. */
export type MemoryLimits = {
  /** By the process. */
  readonly process: number
  /** By one request. */
  readonly request: number
}

/** What bodies, what is fetched for them, and their answers take of the memory of this process. */
export type BodyMemory = {
  /** For one request, until it is released. */
  lease(): MemoryLease
  /** Bytes held now. */
  held(): number
}

export type MemoryLease = {
  /** Whose the request is. One owner holds at most as much as is left free, in small requests and in others: there is room for another. */
  claim(owner: string): void
  /** Before bytes are kept. Throws 413 above what a request may hold, 503 where the process holds too much. */
  take(bytes: number): void
  /** Counts what is here already: it is never refused, but what comes after it is. */
  count(bytes: number): void
  /** For an answer that grows, whatever a request may hold. False: the process holds too much. */
  grow(bytes: number): boolean
  /** What was counted and is thrown away. */
  giveBack(bytes: number): void
  /** Bytes that this request holds. */
  held(): number
  /** For good: nothing is taken afterwards. */
  release(): void
}

/** What one attempt takes of a lease. */
export type MemoryPart = {
  /** As of the lease. Throws 503 once the part was given back: what is still under way for it is kept for nobody. */
  take(bytes: number): void
  /** All of it. */
  giveBack(): void
}

export function partOf(lease: Pick<MemoryLease, 'take' | 'giveBack'>): MemoryPart {
  let taken = 0
  let isOver = false
  return {
    take(bytes) {
      if (isOver) throw busy()
      lease.take(bytes)
      taken += bytes
    },
    giveBack() {
      isOver = true
      lease.giveBack(taken)
      taken = 0
    },
  }
}

/** A request that holds no more is small. An eighth of what the process may hold is for small ones alone. */
export const smallBytesMax = 256 * 1024

const isSmall = (bytes: number): boolean => bytes <= smallBytesMax

/** What all requests may come to so that one more may hold so much. */
const roomFor = (bytes: number, { process }: MemoryLimits): number =>
  isSmall(bytes) ? process : process - process / 8

/** Some seconds after which a body is read or gone. */
export const busy = (): Refusal => new Refusal('server.memory', {}, { retryAfterSeconds: 5 })

export function createBodyMemory(limits: () => MemoryLimits): BodyMemory {
  const shares = new Shares()
  return {
    held: () => shares.all,
    lease: () => leaseOf(shares, limits),
  }
}

function leaseOf(shares: Shares, limits: () => MemoryLimits): MemoryLease {
  let owner = ''
  let own = 0
  let isOver = false

  const hold = (bytes: number): void => {
    shares.add(owner, own, -own)
    own = bytes
    shares.add(owner, own, own)
  }
  const hasRoomFor = (bytes: number): boolean => {
    const before = own
    hold(0)
    const free = roomFor(bytes, limits()) - shares.all - bytes
    const fits = shares.of(owner, bytes) + bytes <= free
    hold(before)
    return fits
  }
  const count = (bytes: number): void => {
    if (!isOver) hold(own + bytes)
  }
  return {
    claim(name) {
      const before = own
      hold(0)
      owner = name
      hold(before)
    },
    take(bytes) {
      const { request } = limits()
      // What is still under way for a request that has ended is kept for nobody.
      if (isOver) throw busy()
      if (own + bytes > request) throw new Refusal('request.too-large', { limit: request })
      if (!hasRoomFor(own + bytes)) throw busy()
      count(bytes)
    },
    count,
    grow(bytes) {
      const fits = !isOver && hasRoomFor(own + bytes)
      if (fits) count(bytes)
      return fits
    },
    giveBack: (bytes) => count(-bytes),
    held: () => own,
    release() {
      hold(0)
      isOver = true
    },
  }
}

/** What is held by whom, small requests and the others apart. */
class Shares {
  all = 0
  readonly #held = new Map<string, number>()

  /** What an owner has in requests of the kind of one that holds so much. Nobody's are not counted. */
  of(owner: string, ownBytes: number): number {
    return this.#held.get(keyOf(owner, ownBytes)) ?? 0
  }

  /** To or from a request that holds so much. */
  add(owner: string, ownBytes: number, bytes: number): void {
    this.all += bytes
    if (owner === '') return
    const key = keyOf(owner, ownBytes)
    const left = (this.#held.get(key) ?? 0) + bytes
    if (left === 0) this.#held.delete(key)
    else this.#held.set(key, left)
  }
}

const keyOf = (owner: string, ownBytes: number): string =>
  `${isSmall(ownBytes) ? 'small' : 'large'} ${owner}`
