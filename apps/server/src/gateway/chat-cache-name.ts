import { createHash } from 'node:crypto'

/** The same user, the same call, the same bytes. */
export const cacheNameOf = (userId: bigint, surface: string, body: Buffer): string =>
  createHash('sha256').update(`${userId} ${surface} `).update(body).digest('base64url')
