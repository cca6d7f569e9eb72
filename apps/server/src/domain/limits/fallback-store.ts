import { type LimitStore, partOf } from './limits.ts'

/**
 * A store that many share, and one of this process for when that is away: each of the nodes then allows
 * its part, and nobody is turned away because a counter could not be reached.
 */
export function withFallback(shared: LimitStore, own: LimitStore, nodes: () => number): LimitStore {
  const attempt = async <Value>(
    ask: (store: LimitStore) => Promise<Value>,
    alone: () => Promise<Value>,
  ): Promise<Value> => {
    try {
      return await ask(shared)
    } catch {
      return alone()
    }
  }
  return {
    add: (key, amount, windowMs) =>
      attempt(
        (store) => store.add(key, amount, windowMs),
        async () => ({ ...(await own.add(key, amount, windowMs)), part: 1 / nodes() }),
      ),
    enter: (key, member, places) =>
      attempt(
        (store) => store.enter(key, member, places),
        () => own.enter(key, member, { ...places, allowed: partOf(places.allowed, 1 / nodes()) }),
      ),
    // A place may be in either: it was taken where the store was there at the time.
    leave: async (key, member) =>
      (await own.leave(key, member)) || shared.leave(key, member).catch(() => false),
    close: async () => {
      await Promise.all([shared.close(), own.close()])
    },
  }
}
