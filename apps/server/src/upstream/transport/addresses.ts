import { lookup } from 'node:dns'
import type { LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import { TransportError } from './transport.ts'

/**
 * Addresses at which clouds tell a machine its secrets, beside the link-local ones: Alibaba, Azure, Oracle,
 * and AWS over IPv6.
 */
const metadataAddresses = ['100.100.100.200', '168.63.129.16', '192.0.0.192', 'fd00:ec2::254'].map(
  (address) => ipaddr.process(address).toNormalizedString(),
)

/** The same by name. A proxy would look it up, where nobody sees what it leads to. */
const metadataNames = ['metadata.google.internal', 'metadata.goog', 'instance-data.ec2.internal']

type Address = ReturnType<typeof ipaddr.process>

/**
 * Forms of IPv6 that lead to an address of IPv4, and in which of their bytes it may stand: compatible (RFC 4291),
 * translated (RFC 6145), NAT64 with either prefix at every length (RFC 6052, RFC 8215), 6to4 (RFC 3056), and
 * Teredo with its server and its client, whose bits are turned over (RFC 4380).
 */
const carrying: readonly {
  readonly block: string
  readonly bytes: readonly (readonly number[])[]
  readonly turned?: readonly number[]
}[] = [
  { block: '::/96', bytes: [[12, 13, 14, 15]] },
  { block: '::ffff:0:0:0/96', bytes: [[12, 13, 14, 15]] },
  { block: '64:ff9b::/96', bytes: [[12, 13, 14, 15]] },
  {
    block: '64:ff9b:1::/48',
    bytes: [
      [6, 7, 9, 10],
      [7, 9, 10, 11],
      [9, 10, 11, 12],
      [12, 13, 14, 15],
    ],
  },
  { block: '2002::/16', bytes: [[2, 3, 4, 5]] },
  { block: '2001::/32', bytes: [[4, 5, 6, 7]], turned: [12, 13, 14, 15] },
]

const carryingForms = carrying.map(({ block, ...places }) => ({
  ...places,
  block: ipaddr.IPv6.parseCIDR(block),
}))

function carriedBy(address: Address): Address[] {
  if (!(address instanceof ipaddr.IPv6)) return []
  const bytes = address.toByteArray()
  const at = (places: readonly number[], mask: number): Address =>
    ipaddr.fromByteArray(places.map((place) => (bytes[place] ?? 0) ^ mask))
  return carryingForms
    .filter(({ block }) => address.match(block))
    .flatMap((form) => [
      ...form.bytes.map((places) => at(places, 0)),
      ...(form.turned === undefined ? [] : [at(form.turned, 0xff)]),
    ])
}

/** Addresses that the internet routes: of IPv6 nothing else was ever given out (RFC 4291, 2.5.4). */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')

const isPublic = (address: Address): boolean =>
  address.range() === 'unicast' &&
  (!(address instanceof ipaddr.IPv6) || address.match(globalUnicast))

/**
 * A supplier may be at an address. Mapped forms (`::ffff:a9fe:a9fe`) count as what they mean, and so do
 * those that a gateway would turn into an address of IPv4.
 */
function isAddressRefused(address: string, privateAllowed: boolean): boolean {
  if (!ipaddr.isValid(address)) return true
  const parsed = ipaddr.process(address)
  if ([parsed, ...carriedBy(parsed)].some(isMetadata)) return true
  return !privateAllowed && !isPublic(parsed)
}

const isMetadata = (address: Address): boolean =>
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
