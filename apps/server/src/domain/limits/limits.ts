/** A limiter's answer, and the reply's `x-ratelimit-*` headers say. */
export type RateVerdict = {
  readonly ok: boolean
  readonly allowed: number
  readonly remaining: number
  readonly resetsInMs: number
}

/** Rates and concurrency. Spend limits are not here: they are accounts of the ledger. */
export type Limits = {
  /** Counts a request. */
  requests(key: string, perMinute: number): Promise<RateVerdict>
  /** Counts tokens. Lets a request in while there is room at all, however many tokens it brings. */
  tokens(key: string, perMinute: number, amount: number): Promise<RateVerdict>
  /** Corrects an earlier estimate when the true figure is known. Best effort. */
  correctTokens(key: string, difference: number): void
  /** Takes a place. Null: all are taken. The function gives it back, once. */
  enter(key: string, allowed: number): Promise<(() => void) | null>
}

/** The count of a window so far. */
type Count = {
  readonly total: number
  readonly resetsInMs: number
  /** The share of a limit that this count is for: 1 where it counts for all nodes, less where for one. */
  readonly part: number
}

/** The place of limiters' counters: in process, or in Redis for many nodes. */
export type LimitStore = {
  /** Adds to the window of `key`, which opens with its first use. */
  add(key: string, amount: number, windowMs: number): Promise<Count>
  /** Takes one of `allowed` places for `member`, for at most `leaseMs`. */
  enter(key: string, member: string, places: { allowed: number; leaseMs: number }): Promise<boolean>
  /** Answers whether it had the place. */
  leave(key: string, member: string): Promise<boolean>
  close(): Promise<void>
}

const minuteMs = 60_000
/** A place of a process that died comes back after this. */
const leaseMs = 3_600_000

/** The limit that a store allows that counts for `part` of all: at least one, so that nobody is shut out. */
export const partOf = (limit: number, part: number): number =>
  part === 1 ? limit : Math.min(limit, Math.max(1, Math.floor(limit * part)))

export function createLimits(store: LimitStore, nextMember: () => string): Limits {
  return {
    requests: async (key, perMinute) => {
      const { total, resetsInMs, part } = await store.add(`rpm:${key}`, 1, minuteMs)
      const allowed = partOf(perMinute, part)
      return { ok: total <= allowed, allowed, remaining: Math.max(0, allowed - total), resetsInMs }
    },
    tokens: async (key, perMinute, amount) => {
      const { total, resetsInMs, part } = await store.add(`tpm:${key}`, amount, minuteMs)
      const allowed = partOf(perMinute, part)
      const ok = total - amount < allowed
      // A refused call used nothing: the next caller must find the room that there is.
      if (!ok) await store.add(`tpm:${key}`, -amount, minuteMs)
      return { ok, allowed, remaining: Math.max(0, allowed - total), resetsInMs }
    },
    correctTokens: (key, difference) => {
      if (difference === 0) return
      store.add(`tpm:${key}`, difference, minuteMs).catch(() => {})
    },
    enter: async (key, allowed) => {
      const member = nextMember()
      const entered = await store.enter(`at-once:${key}`, member, { allowed, leaseMs })
      if (!entered) return null
      let inside = true
      return () => {
        if (!inside) return
        inside = false
        store.leave(`at-once:${key}`, member).catch(() => {})
      }
    },
  }
}
