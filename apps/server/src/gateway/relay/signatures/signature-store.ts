import type { ReasoningPart } from '@posthouse/llm/request'
import { LRUCache } from 'lru-cache'
import type { SharedRedis } from '../../../redis/shared-redis.ts'

/** The reasoning of a model before a tool call, and what was signed on the call itself. */
export type KeptReasoning = {
  readonly reasoning: readonly ReasoningPart[]
  readonly signature: string | null
}

/**
 * Signed reasoning by token and tool call, for clients whose dialect has no place for them: suppliers
 * refuse the turn after a tool call without what they signed. Never read for another token.
 */
export type SignatureStore = {
  keep(tokenId: bigint, callId: string, reasoning: KeptReasoning): void
  find(tokenId: bigint, callIds: readonly string[]): Promise<readonly (KeptReasoning | null)[]>
}

/** An agent's session may rest over night. */
const secondsKept = 24 * 3_600
/** Longer reasoning is not kept: the turn goes on without it. */
export const keptBytesMax = 256 * 1024

const nameOf = (tokenId: bigint, callId: string): string => `${tokenId}/${callId}`

/** For one process. */
export function memorySignatures(totalBytes = 32 * 1024 * 1024): SignatureStore {
  const kept = new LRUCache<string, string>({
    maxSize: totalBytes,
    maxEntrySize: keptBytesMax,
    sizeCalculation: (text) => text.length + 256,
    ttl: secondsKept * 1_000,
  })
  return {
    keep: (tokenId, callId, reasoning) => {
      kept.set(nameOf(tokenId, callId), JSON.stringify(reasoning))
    },
    find: (tokenId, callIds) =>
      Promise.resolve(callIds.map((id) => reasoningIn(kept.get(nameOf(tokenId, id)) ?? null))),
  }
}

/** For several. While Redis is away they are kept for this one, and found there too. */
export function redisSignatures(redis: SharedRedis, own = memorySignatures()): SignatureStore {
  const keyOf = (tokenId: bigint, callId: string): string =>
    `posthouse:thought:${nameOf(tokenId, callId)}`
  return {
    keep: (tokenId, callId, reasoning) => {
      const text = JSON.stringify(reasoning)
      if (text.length > keptBytesMax) return
      redis
        .ask((client) => client.set(keyOf(tokenId, callId), text, 'EX', secondsKept))
        .catch(() => own.keep(tokenId, callId, reasoning))
    },
    find: async (tokenId, callIds) => {
      if (callIds.length === 0) return []
      const keys = callIds.map((id) => keyOf(tokenId, id))
      const texts = await redis.ask((client) => client.mget(keys)).catch(() => keys.map(() => null))
      const found = texts.map(reasoningIn)
      if (!found.includes(null)) return found
      const alone = await own.find(tokenId, callIds)
      return found.map((reasoning, at) => reasoning ?? alone[at] ?? null)
    },
  }
}

/** Values that somebody else wrote there are nothing. */
function reasoningIn(text: string | null): KeptReasoning | null {
  if (text === null) return null
  try {
    return JSON.parse(text) as KeptReasoning
  } catch {
    return null
  }
}
