import { createHash } from 'node:crypto'
import type { Request } from '../exchange.ts'

/** An answer that is kept to go on from has a name of its own: nobody else's stands for it. */
export const isRepeatable = ({ turn }: Pick<Request, 'turn'>): boolean =>
  turn === null || !(turn.kept || turn.conversation !== null)

/** The same user, the same call, the same bytes. */
export const cacheNameOf = (userId: bigint, path: string, body: Buffer): string =>
  createHash('sha256').update(`${userId} ${path} `).update(body).digest('base64url')
