import ipaddr from 'ipaddr.js'
import type { AddressRange } from '../config/config.ts'

/**
 * The address of the client. `X-Forwarded-For` is read from its end, and only while the hop that
 * spoke is a trusted proxy: what a client writes itself into that header is never believed.
 */
export function clientAddress(
  peer: string | undefined,
  forwardedFor: string | undefined,
  trusted: readonly AddressRange[],
): string {
  const hops = (forwardedFor ?? '').split(',').map((hop) => hop.trim())
  let address = plainAddress(peer ?? '')
  while (isTrusted(address, trusted)) {
    const next = plainAddress(hops.pop() ?? '')
    if (next === '') break
    address = next
  }
  return address
}

/** Whether the connection came over a trusted proxy, whose other forwarded headers then count too. */
export const isTrusted = (address: string, trusted: readonly AddressRange[]): boolean =>
  address !== '' && trusted.some((range) => contains(range, address))

/** Whether an address lies in a list of addresses and CIDR ranges. Text that is neither matches nothing. */
export function addressAllowed(address: string, allowed: readonly string[]): boolean {
  return allowed.some((text) => {
    if (ipaddr.isValidCIDR(text)) return contains(plainRange(ipaddr.parseCIDR(text)), address)
    return plainAddress(text) !== '' && plainAddress(text) === plainAddress(address)
  })
}

/**
 * What one customer of a network has: an IPv4 address, or the /64 in which anybody can take a new IPv6
 * address for every request. What is no address is itself.
 */
export function addressClass(address: string): string {
  const plain = plainAddress(address)
  if (plain === '' || ipaddr.parse(plain).kind() === 'ipv4') return plain || address
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${plain}/64`).toString()}/64`
}

/** A range of IPv4 addresses mapped into IPv6 as one of IPv4. */
function plainRange([network, bits]: AddressRange): AddressRange {
  const isMapped = network instanceof ipaddr.IPv6 && network.isIPv4MappedAddress()
  return isMapped && bits >= 96 ? [network.toIPv4Address(), bits - 96] : [network, bits]
}

function contains([range, bits]: AddressRange, text: string): boolean {
  if (!ipaddr.isValid(text)) return false
  const address = ipaddr.process(text)
  return address.kind() === range.kind() && address.match(range, bits)
}

/** Without the port and the brackets, an IPv4 address mapped into IPv6 as IPv4; empty when it is none. */
function plainAddress(text: string): string {
  const bare = text.replace(/^\[(.*)\](:\d+)?$/, '$1').replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')
  return ipaddr.isValid(bare) ? ipaddr.process(bare).toString() : ''
}
