import { createHmac, timingSafeEqual } from 'node:crypto'

/*
 * The random part of the webhook's path and the secret of its header. They follow from the bot token, so every node
 * knows them, a new token replaces them, and neither tells the token.
 */

const derived = (token: string, purpose: string): string =>
  createHmac('sha256', token).update(`posthouse telegram ${purpose}`).digest('base64url')

export const webhookPath = (token: string): string => derived(token, 'path').slice(0, 24)

export const webhookSecret = (token: string): string => derived(token, 'secret')

/** Takes the same time wherever two texts differ. */
export function isSame(given: string, expected: string): boolean {
  const hash = (text: string) => createHmac('sha256', 'equal').update(text).digest()
  return timingSafeEqual(hash(given), hash(expected))
}
