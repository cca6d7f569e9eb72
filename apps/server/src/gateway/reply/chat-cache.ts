import { LRUCache } from 'lru-cache'
import { createHash } from 'node:crypto'
import type { Usage } from '@posthouse/llm/canonical/usage'

export type CachedAnswer = {
  readonly contentType: string
  readonly body: Buffer
  readonly usage: Usage
  readonly channelId: bigint
  readonly channelName: string
}

/** Cached answers, by user and body. */
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

/** Key of a user, an endpoint and a body. */
export const cacheNameOf = (userId: bigint, path: string, body: Buffer): string =>
  createHash('sha256').update(`${userId} ${path} `).update(body).digest('base64url')
