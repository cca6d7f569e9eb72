import { Refusal } from '@posthouse/contract/refusal'
import { checkLiteralAddress, checkProxyAddress } from '../../upstream/transport/addresses.ts'
import type { ApiParts } from '../api-parts.ts'

type Addresses = { readonly base_url?: string | undefined; readonly proxy?: string | undefined }

/**
 * Refuses addresses that may never be called. Host names are not resolved here: they are checked whenever a socket is
 * opened.
 */
export function requireAllowedAddresses(
  { base_url, proxy = '' }: Addresses,
  parts: ApiParts,
): void {
  const privateAllowed = parts.snapshot.get().settings.PrivateBaseUrlsAllowed
  if (base_url !== undefined && !base_url.startsWith('sandbox:')) {
    const url = new URL(base_url)
    if (checkLiteralAddress(url, privateAllowed) !== null) throw refused(url.hostname)
  }
  if (checkProxyAddress(proxy) !== null) throw refused(proxy.replace(/^.*[@/]/, ''))
}

const refused = (address: string): Refusal => new Refusal('channel.address-refused', { address })
