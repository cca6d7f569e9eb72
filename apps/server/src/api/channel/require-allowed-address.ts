import { Refusal } from '@posthouse/contract/refusal'
import { checkLiteralAddress } from '../../upstream/addresses.ts'
import type { ApiParts } from '../api-parts.ts'

/**
 * Refuses a base URL whose address may never be called. A name is not looked up here: what it means
 * is checked at every call, when the socket is opened.
 */
export function requireAllowedAddress(baseUrl: string, parts: ApiParts): void {
  const url = new URL(baseUrl)
  if (url.protocol === 'sandbox:') return
  const allowed = parts.snapshot.get().settings.PrivateBaseUrlsAllowed
  if (checkLiteralAddress(url, allowed) === null) return
  throw new Refusal('channel.address-refused', { address: url.hostname })
}
