import { TokenLimits } from '@posthouse/contract/token'
import type { Kysely } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Tables } from '../../db/tables.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Sealer } from '../../lib/seal.ts'
import { createToken } from './create-token.ts'
import type { KeyCache, KeyEntry } from './key-entry.ts'
import type { TokenStore } from './token-store.ts'

const entriesMax = 50_000
/** Unknown keys are remembered shortly, so that guessing them costs the database nothing. */
const unknownMs = 30_000

const unknown = Symbol('no such key')

type Parts = { db: Kysely<Tables>; tokens: TokenStore; seal: Sealer; clock: Clock }

/** Keys and their owners in memory, bounded; the database is asked once for many that ask together. */
export function createKeyCache(parts: Parts): KeyCache {
  const cache = new LRUCache<string, KeyEntry | typeof unknown>({
    max: entriesMax,
    // A failed load must not be remembered, and a load must not bring back what was dropped meanwhile.
    fetchMethod: async (name, _stale, { options }) => {
      const entry = await load(name, parts)
      if (entry === null) options.ttl = unknownMs
      return entry ?? unknown
    },
    ignoreFetchAbort: false,
  })
  const find = async (name: string): Promise<KeyEntry | null> => {
    const entry = await cache.fetch(name)
    return entry === undefined || entry === unknown ? null : entry
  }
  const dropWhere = (matches: (entry: KeyEntry) => boolean): void => {
    for (const [name, entry] of cache.entries()) {
      if (entry !== unknown && matches(entry)) cache.delete(name)
    }
  }
  return {
    find: (keyHash) => find(`hash:${keyHash}`),
    async playground(userId) {
      const entry = await find(`playground:${userId}`)
      if (entry === null) throw new Error(`no playground token for user ${userId}`)
      return entry
    },
    byToken: (id) => find(`token:${id}`),
    dropToken: (id) => dropWhere(({ token }) => token.id === id),
    dropUser: (id) => dropWhere(({ owner }) => owner.id === id),
    clear: () => cache.clear(),
  }
}

async function load(name: string, parts: Parts): Promise<KeyEntry | null> {
  const [kind, value = ''] = name.split(':')
  if (kind === 'hash') return parts.tokens.findEntry(value)
  if (kind === 'token') return parts.tokens.findEntryOf(BigInt(value))
  const userId = BigInt(value)
  return (await parts.tokens.findPlayground(userId)) ?? makePlayground(userId, parts)
}

async function makePlayground(userId: bigint, parts: Parts): Promise<KeyEntry | null> {
  await createToken(
    {
      userId,
      name: 'playground',
      hidden: true,
      unlimited_quota: true,
      cache: false,
      cost_in_answer: false,
      group: '',
      limits: TokenLimits.parse({}),
      expiresAt: null,
      most: null,
      at: parts.clock.now(),
    },
    parts,
  )
  return parts.tokens.findPlayground(userId)
}
