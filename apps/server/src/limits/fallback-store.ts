import type { LimitStore } from './limits.ts'

/**
 * A store that many share, and one of this process for when that is away: limits then hold on each
 * node alone, and nobody is turned away because a counter could not be reached.
 */
export function withFallback(shared: LimitStore, own: LimitStore): LimitStore {
  const attempt = async <Value>(ask: (store: LimitStore) => Promise<Value>): Promise<Value> => {
    try {
      return await ask(shared)
    } catch {
      return ask(own)
    }
  }
  return {
    add: (key, amount, windowMs) => attempt((store) => store.add(key, amount, windowMs)),
    enter: (key, member, places) => attempt((store) => store.enter(key, member, places)),
    // A place may be in either: it was taken where the store was there at the time.
    leave: async (key, member) => {
      await own.leave(key, member)
      await shared.leave(key, member).catch(() => {})
    },
    close: async () => {
      await Promise.all([shared.close(), own.close()])
    },
  }
}
