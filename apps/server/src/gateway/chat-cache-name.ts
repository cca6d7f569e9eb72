import { createHash } from 'node:crypto'

/** The same user, the same call, the same bytes. */
export const cacheNameOf = (userId: bigint, path: string, body: Buffer): string =>
  createHash('sha256').update(`${userId} ${path} `).update(body).digest('base64url')
