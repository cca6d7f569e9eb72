import { LRUCache } from 'lru-cache'
import type { Clock } from '../../lib/clock.ts'
import type { LimitStore } from './limits.ts'

type Window = { total: number; resetsAt: number }

/** Keys beyond this push out the ones least used, so that nobody can fill the memory with them. */
const keysMax = 100_000

/** Counters of one process. */
export function memoryStore(clock: Pick<Clock, 'monotonic'>): LimitStore {
  const windows = new LRUCache<string, Window>({ max: keysMax })
  const places = new Map<string, Map<string, number>>()
  return {
    add: async (key, amount, windowMs) => {
      const now = clock.monotonic()
      const known = windows.get(key)
      const window =
        known !== undefined && known.resetsAt > now ? known : { total: 0, resetsAt: now + windowMs }
      window.total = Math.max(0, window.total + amount)
      windows.set(key, window)
      return { total: window.total, resetsInMs: Math.ceil(window.resetsAt - now), part: 1 }
    },
    enter: async (key, member, { allowed, leaseMs }) => {
      const now = clock.monotonic()
      const inside = places.get(key) ?? new Map<string, number>()
      if (inside.size >= allowed) forgetExpired(inside, now)
      if (inside.size >= allowed) return false
      inside.set(member, now + leaseMs)
      places.set(key, inside)
      return true
    },
    leave: async (key, member) => {
      const inside = places.get(key)
      const was = inside?.delete(member) ?? false
      if (inside?.size === 0) places.delete(key)
      return was
    },
    close: async () => {},
  }
}

function forgetExpired(inside: Map<string, number>, now: number): void {
  for (const [member, until] of inside) if (until <= now) inside.delete(member)
}
