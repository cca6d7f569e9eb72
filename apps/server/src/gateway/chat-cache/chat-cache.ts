import { LRUCache } from 'lru-cache'
import type { CachedAnswer } from '../exchange.ts'

/** Answers that may be given again to the same user for the same body. */
export type ChatCache = {
  find(name: string): CachedAnswer | null
  keep(name: string, answer: CachedAnswer, minutes: number): void
}

export const cachedBytesMax = 256 * 1024

export function createChatCache(bytesMax = 64 * 1024 * 1024): ChatCache {
  const answers = new LRUCache<string, CachedAnswer>({
    maxSize: bytesMax,
    maxEntrySize: cachedBytesMax + 1_024,
    sizeCalculation: (answer) => answer.body.length + 512,
  })
  return {
    find: (name) => answers.get(name) ?? null,
    keep: (name, answer, minutes) => {
      answers.set(name, answer, { ttl: minutes * 60_000 })
    },
  }
}
