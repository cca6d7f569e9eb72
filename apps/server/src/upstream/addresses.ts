import { lookup } from 'node:dns'
import type { LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import { TransportError } from './transport.ts'

/**
 * Where clouds tell a machine its secrets, beside the link-local addresses: Alibaba, Azure, Oracle,
 * and AWS over IPv6.
 */
const metadataAddresses = ['100.100.100.200', '168.63.129.16', '192.0.0.192', 'fd00:ec2::254'].map(
  (address) => ipaddr.process(address).toNormalizedString(),
)

/** Where they are asked by name. A proxy would look it up, where nobody sees what it leads to. */
const metadataNames = ['metadata.google.internal', 'metadata.goog', 'instance-data.ec2.internal']

/** Addresses of IPv6 that carry one of IPv4, and where in their bytes: NAT64 and 6to4. */
const carriedFrom: Readonly<Record<string, number>> = { rfc6052: 12, '6to4': 2 }

/**
 * Whether a supplier may be at an address. Mapped forms (`::ffff:a9fe:a9fe`) count as what they mean, and so do
 * those that a gateway would turn into an address of IPv4.
 */
function isAddressRefused(address: string, privateAllowed: boolean): boolean {
  if (!ipaddr.isValid(address)) return true
  const parsed = ipaddr.process(address)
  const range = parsed.range()
  const from = carriedFrom[range]
  const carried = from === undefined ? null : parsed.toByteArray().slice(from, from + 4)
  if (carried !== null && isMetadata(ipaddr.fromByteArray(carried))) return true
  return isMetadata(parsed) || (!privateAllowed && range !== 'unicast')
}

const isMetadata = (address: ReturnType<typeof ipaddr.process>): boolean =>
  address.range() === 'linkLocal' || metadataAddresses.includes(address.toNormalizedString())

/** Refuses an address that stands in the URL itself, and names that lead to metadata: no name is looked up for it. */
export function checkLiteralAddress(url: URL, privateAllowed: boolean): TransportError | null {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const isRefused = ipaddr.isValid(host)
    ? isAddressRefused(host, privateAllowed)
    : metadataNames.includes(host.toLowerCase().replace(/\.$/, ''))
  return isRefused
    ? new TransportError('address-refused', `the address ${host} is not allowed`)
    : null
}

/**
 * The same for a proxy's address. Private ones are allowed: where a proxy stands is the administrator's word.
 * Metadata addresses are nobody's proxy.
 */
export function checkProxyAddress(proxy: string): TransportError | null {
  // Addresses of schemes that the standard does not know are not brought into one form.
  const url = proxy.replace(/^socks5h?:/i, 'http:')
  return URL.canParse(url) ? checkLiteralAddress(new URL(url), true) : null
}

/**
 * A lookup that leaves out refused addresses. The socket connects to what it answers, so a name
 * cannot mean one address when it is checked and another when it is used.
 */
export function guardedLookup(privateAllowed: boolean): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error !== null) return callback(error, '', 0)
      const allowed = addresses.filter(({ address }) => !isAddressRefused(address, privateAllowed))
      const first = allowed[0]
      if (first === undefined) {
        const refused = new TransportError(
          'address-refused',
          `${hostname} leads to addresses that are not allowed`,
        )
        return callback(refused, '', 0)
      }
      if (options.all === true) return callback(null, allowed)
      callback(null, first.address, first.family)
    })
  }
}
