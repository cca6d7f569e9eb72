import type { ReasoningPart } from '@posthouse/llm/canonical/request'
import { LRUCache } from 'lru-cache'
import type { SharedRedis } from '../../redis/shared-redis.ts'

/** Reasoning before a tool call, and the signature of the call. */
export type KeptReasoning = {
  readonly reasoning: readonly ReasoningPart[]
  readonly signature: string | null
}

/** Reasoning, or the key of the entry that has it. */
export type ReasoningEntry = KeptReasoning | { readonly sameAs: string }

/**
 * Signed reasoning by token and tool call, for clients that cannot carry it, because suppliers refuse the turn after a tool call without
 * what they signed. Entries are private to a token. Keys are digests of the call and of the conversation before it
 * (conversation-digests.ts), so conversations never mix.
 */
export type SignatureStore = {
  keep(tokenId: bigint, name: string, kept: ReasoningEntry): void
  find(tokenId: bigint, names: readonly string[]): Promise<readonly (ReasoningEntry | null)[]>
}

/** An agent's session may pause overnight. */
const secondsKept = 24 * 3_600
/** Longer reasoning is not stored. */
export const keptBytesMax = 256 * 1024

const keyOf = (tokenId: bigint, name: string): string => `${tokenId}/${name}`

/** For a single process. */
export function memorySignatures(totalBytes = 32 * 1024 * 1024): SignatureStore {
  const entries = new LRUCache<string, string>({
    maxSize: totalBytes,
    maxEntrySize: keptBytesMax,
    sizeCalculation: (text) => text.length + 256,
    ttl: secondsKept * 1_000,
  })
  return {
    keep: (tokenId, name, kept) => {
      entries.set(keyOf(tokenId, name), JSON.stringify(kept))
    },
    find: (tokenId, names) =>
      Promise.resolve(names.map((name) => keptIn(entries.get(keyOf(tokenId, name)) ?? null))),
  }
}

/** Shared by several processes. While Redis is unavailable, entries are stored in this process. */
export function redisSignatures(redis: SharedRedis, own = memorySignatures()): SignatureStore {
  const sharedKey = (tokenId: bigint, name: string): string =>
    `posthouse:thought:${keyOf(tokenId, name)}`
  return {
    keep: (tokenId, name, kept) => {
      const text = JSON.stringify(kept)
      if (text.length > keptBytesMax) return
      redis
        .ask((client) => client.set(sharedKey(tokenId, name), text, 'EX', secondsKept))
        .catch(() => own.keep(tokenId, name, kept))
    },
    find: async (tokenId, names) => {
      if (names.length === 0) return []
      const keys = names.map((name) => sharedKey(tokenId, name))
      const texts = await redis.ask((client) => client.mget(keys)).catch(() => keys.map(() => null))
      const found = texts.map(keptIn)
      if (!found.includes(null)) return found
      const alone = await own.find(tokenId, names)
      return found.map((kept, at) => kept ?? alone[at] ?? null)
    },
  }
}

/** Null for foreign values. */
function keptIn(text: string | null): ReasoningEntry | null {
  if (text === null) return null
  try {
    return JSON.parse(text) as ReasoningEntry
  } catch {
    return null
  }
}
